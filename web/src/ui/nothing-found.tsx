import { Button, Stack, Text } from '@mantine/core';
import { useI18n } from '../language/i18n.tsx';

/** In place of a list that has nothing of what was looked for. */
export function NothingFound({ onShowAll }: { onShowAll(): void }) {
  const { t } = useI18n();
  return (
    <Stack align="flex-start" py="xl">
      <Text>{t('app.nothingFound')}</Text>
      <Button variant="default" onClick={onShowAll}>
        {t('app.showAll')}
      </Button>
    </Stack>
  );
}
