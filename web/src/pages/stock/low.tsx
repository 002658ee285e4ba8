import { Badge } from '@mantine/core';
import { useI18n } from '../../language/i18n.tsx';

/** Beside what is to be ordered. */
export function LowBadge() {
  const { t } = useI18n();
  return (
    <Badge size="xs" color="orange.9" variant="filled">
      {t('stock.low')}
    </Badge>
  );
}
