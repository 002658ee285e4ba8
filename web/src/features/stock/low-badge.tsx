import { Badge } from '@mantine/core';
import { useI18n } from '../../language/i18n.tsx';

/** Marks a product at or below its reorder point. */
export function LowBadge() {
  const { t } = useI18n();
  return (
    <Badge size="xs" color="orange.9" variant="filled">
      {t('stock.low')}
    </Badge>
  );
}
