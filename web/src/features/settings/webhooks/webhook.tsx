import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Card } from '../../../design/card.tsx';
import { DescriptionList } from '../../../design/description-list.tsx';
import { DataPlaceholder } from '../../../design/feedback/error-pages.tsx';
import { TextLink } from '../../../design/text-link.tsx';
import { usePolling } from '../../../design/use-polling.ts';
import { useI18n } from '../../../language/i18n.tsx';
import { api } from '../../../session/api.ts';
import { useSession } from '../../../session/session.tsx';
import { WebhookActions } from './actions.tsx';
import { Deliveries } from './deliveries.tsx';
import { RotateSecret } from './rotate.tsx';
import { useEventsOf } from './use-events-of.ts';
import { type Webhook, WebhookState } from './webhook-state.tsx';

/** One webhook: its settings, its status and its deliveries. */
export function WebhookPage() {
  const { t } = useI18n();
  const { id } = useParams({ from: '/authenticated/settings/webhooks/$id' });
  usePolling('webhooks');
  const { data, error, refetch } = useQuery({
    queryKey: ['webhooks', id],
    queryFn: async ({ signal }) => (await api.getWebhook({ signal, path: { id } })).data,
  });
  return (
    <>
      <TextLink to="/settings/webhooks" size="sm">
        {t('webhooks.toAll')}
      </TextLink>
      {data === undefined ? (
        <DataPlaceholder error={error} refetch={refetch} height={420} />
      ) : (
        <WebhookDetails webhook={data} />
      )}
    </>
  );
}

function WebhookDetails({ webhook }: { webhook: Webhook }) {
  return (
    <Stack>
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
            {webhook.url}
          </Title>
          {webhook.description !== '' && <Text style={{ overflowWrap: 'anywhere' }}>{webhook.description}</Text>}
        </div>
        <WebhookActions webhook={webhook} />
      </Group>
      <WebhookSummary webhook={webhook} />
      <Deliveries webhook={webhook} />
    </Stack>
  );
}

function WebhookSummary({ webhook }: { webhook: Webhook }) {
  const { t, dateTime, number } = useI18n();
  const { merchant } = useSession();
  const eventsOf = useEventsOf();
  const { types, circuit, consecutive_failures, next_probe_at, pending, failed, missed, old_secret_until, created_at } =
    webhook;
  const countOrNull = (count: number) => (count > 0 ? number(count) : null);
  return (
    <Card title={t('webhooks.about')} more={<RotateSecret webhook={webhook} />}>
      <DescriptionList
        items={[
          [t('webhooks.state'), <WebhookState key="state" webhook={webhook} />],
          [t('webhooks.events'), eventsOf(types)],
          [t('webhooks.pendingNow'), number(pending)],
          [t('webhooks.givenUpNow'), countOrNull(failed)],
          [t('webhooks.failures'), countOrNull(consecutive_failures)],
          [
            t('webhooks.nextProbe'),
            circuit === 'open' && next_probe_at !== null ? dateTime(next_probe_at, merchant.timezone) : null,
          ],
          [t('webhooks.missed'), countOrNull(missed)],
          [
            t('webhooks.oldSecret'),
            old_secret_until === null
              ? null
              : t('webhooks.until', { moment: dateTime(old_secret_until, merchant.timezone) }),
          ],
          [t('webhooks.since'), dateTime(created_at, merchant.timezone)],
        ]}
      />
    </Card>
  );
}
