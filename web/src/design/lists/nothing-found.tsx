import { Button, Stack, Text } from '@mantine/core';
import { useI18n } from '../../language/i18n.tsx';

/** Shown in place of a list whose filters match no rows. */
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
