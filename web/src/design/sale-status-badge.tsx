import type { TextName } from '../language/en-audit.ts';
import { useI18n } from '../language/i18n.tsx';
import { StateBadge, type Tone } from './state-badge.tsx';

const tones: Record<string, Tone> = {
  completed: 'good',
  pending: 'busy',
  partially_refunded: 'warning',
  refunded: 'warning',
};

export function SaleStatusBadge({ status }: { status: string }) {
  const { t } = useI18n();
  return <StateBadge tone={tones[status] ?? 'over'}>{t(`sales.status.${status}` as TextName)}</StateBadge>;
}
