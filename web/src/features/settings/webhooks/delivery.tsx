import { Button, Group, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CodeBlock } from '../../../design/code-block.tsx';
import { DescriptionList } from '../../../design/description-list.tsx';
import { Dialog } from '../../../design/feedback/dialog.tsx';
import { ErrorAlert } from '../../../design/feedback/error-alert.tsx';
import { Loading } from '../../../design/feedback/error-pages.tsx';
import { useNotify } from '../../../design/feedback/notify.ts';
import { UnknownOutcome } from '../../../design/forms/request-form.tsx';
import { StateBadge } from '../../../design/state-badge.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { api } from '../../../session/api.ts';
import { useSession } from '../../../session/session.tsx';
import type { RowOf } from '../../../session/types.ts';
import { useIdempotentRequest } from '../../../session/use-idempotent-request.ts';
import { isRetried, nextAttemptOf } from './delivery-rules.ts';
import { useEventName } from './event-name.ts';

export type Delivery = RowOf<'listDeliveries'>;

const tones = { pending: 'busy', succeeded: 'good', failed: 'bad' } as const;

export function DeliveryState({ delivery }: { delivery: Delivery }) {
  const { t } = useI18n();
  if (isRetried(delivery)) return <StateBadge tone="warning">{t('deliveries.retried')}</StateBadge>;
  return <StateBadge tone={tones[delivery.state]}>{t(`deliveries.state.${delivery.state}`)}</StateBadge>;
}

interface DeliveryDialogProps {
  webhook_id: string;
  /** The delivery to show; kept while the dialog closes. */
  delivery: Delivery | undefined;
  isOpen: boolean;
  onClose(): void;
}

/** Dialog with one delivery: request, response, and a button to send it again. */
export function DeliveryDialog({ webhook_id, delivery, isOpen, onClose }: DeliveryDialogProps) {
  const nameOf = useEventName();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} size="lg" title={delivery === undefined ? '' : nameOf(delivery.type)}>
      {delivery !== undefined && <DeliveryDetails webhook_id={webhook_id} delivery={delivery} onClose={onClose} />}
    </Dialog>
  );
}

function DeliveryDetails({
  webhook_id,
  delivery,
  onClose,
}: {
  webhook_id: string;
  delivery: Delivery;
  onClose(): void;
}) {
  const { t, dateTime, number } = useI18n();
  const { merchant } = useSession();
  const when = (iso: string | null) => iso && dateTime(iso, merchant.timezone);
  const { id, type, status, error, answer, attempts, duration_ms, request_headers } = delivery;
  return (
    <Stack>
      <DescriptionList
        items={[
          [t('deliveries.state'), <DeliveryState key="state" delivery={delivery} />],
          [t('deliveries.status'), status],
          [t('deliveries.error'), error],
          [t('deliveries.attempts'), number(attempts)],
          [t('deliveries.last'), when(delivery.last_attempt_at)],
          [t('deliveries.took'), duration_ms === null ? null : t('deliveries.ms', { count: number(duration_ms) })],
          [t('deliveries.next'), when(nextAttemptOf(delivery))],
          [t('deliveries.type'), type],
          [t('deliveries.id'), id],
        ]}
      />
      {request_headers !== null && <CodeBlock label={t('deliveries.headers')} text={headersIn(request_headers)} />}
      {delivery.sequence !== null && <RequestBody id={id} sequence={delivery.sequence} />}
      {answer !== null && answer !== '' && <CodeBlock label={t('deliveries.answer')} text={answer} />}
      <SendAgain webhook_id={webhook_id} delivery_id={id} onDone={onClose} />
    </Stack>
  );
}

const headersIn = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** The request body, which is the event. Shown as long as the service keeps the event. */
function RequestBody({ id, sequence }: { id: string; sequence: number }) {
  const { t } = useI18n();
  const { data, error } = useQuery({
    queryKey: ['events', id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await api.listEvents({ signal, query: { after: String(sequence - 1), limit: 1 } })).data,
  });
  if (error !== null) return null;
  if (data === undefined) return <Loading height={160} />;
  const event = data.find((one) => one.id === id);
  return event === undefined ? null : <CodeBlock label={t('deliveries.sent')} text={JSON.stringify(event, null, 2)} />;
}

function SendAgain({ webhook_id, delivery_id, onDone }: { webhook_id: string; delivery_id: string; onDone(): void }) {
  const { t } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  const sending = useIdempotentRequest(['redeliver'], {
    subject: delivery_id,
    onDone: async () => {
      onDone();
      notify.success(t('deliveries.underway'));
      await queries.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
  return (
    <>
      <ErrorAlert error={sending.error} />
      <UnknownOutcome request={sending} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {t('app.close')}
        </Button>
        <Button
          loading={sending.isPending}
          onClick={() => sending.send('redeliver', { path: { id: webhook_id, delivery_id } })}
        >
          {t('deliveries.again')}
        </Button>
      </Group>
    </>
  );
}
