import { StateBadge } from '../../design/state-badge.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { type ApprovalState, tones } from './approval-rules.ts';

export function ApprovalStateBadge({ state }: { state: ApprovalState }) {
  const { t } = useI18n();
  return <StateBadge tone={tones[state]}>{t(`approvals.state.${state}`)}</StateBadge>;
}
