import { StateBadge } from '../../../design/state-badge.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import type { RowOf } from '../../../session/types.ts';

export type Webhook = RowOf<'listWebhooks'>;

/** Whether the webhook is on, and whether its receiver responds. */
export function WebhookState({ webhook: { status, circuit, consecutive_failures } }: { webhook: Webhook }) {
  const { t } = useI18n();
  if (status === 'paused') return <StateBadge tone="over">{t('webhooks.off')}</StateBadge>;
  if (circuit === 'open') return <StateBadge tone="bad">{t('webhooks.down')}</StateBadge>;
  if (consecutive_failures > 0) return <StateBadge tone="warning">{t('webhooks.failing')}</StateBadge>;
  return <StateBadge tone="good">{t('webhooks.on')}</StateBadge>;
}
