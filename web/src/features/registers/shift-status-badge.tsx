import { StateBadge, type Tone } from '../../design/state-badge.tsx';
import { useI18n } from '../../language/i18n.tsx';
import type { ShiftStatus } from './view.ts';

const tones: Record<ShiftStatus, Tone> = { open: 'busy', counting: 'warning', closed: 'good' };

export function ShiftStatusBadge({ status }: { status: ShiftStatus }) {
  const { t } = useI18n();
  return <StateBadge tone={tones[status]}>{t(`shifts.status.${status}`)}</StateBadge>;
}
