import { Title } from '@mantine/core';
import { useSpeech } from '../../language/language.tsx';

export function Places() {
  const { t } = useSpeech();
  return (
    <Title order={2} size="h3">
      {t('settings.places')}
    </Title>
  );
}
