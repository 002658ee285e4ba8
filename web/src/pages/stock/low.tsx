import { Badge } from '@mantine/core';
import { useSpeech } from '../../language/language.tsx';

/** Beside what is to be ordered. */
export function LowBadge() {
  const { t } = useSpeech();
  return (
    <Badge size="xs" color="orange.9" variant="filled">
      {t('stock.low')}
    </Badge>
  );
}
