import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { DataPlaceholder } from '../../../design/feedback/error-pages.tsx';
import { joinedText } from '../../../design/forms/form-values.ts';
import { TextLink } from '../../../design/text-link.tsx';
import { usePolling } from '../../../design/use-polling.ts';
import { useI18n } from '../../../language/i18n.tsx';
import { api } from '../../../session/api.ts';
import { useSession } from '../../../session/session.tsx';
import { SecretDialog } from './secret.tsx';
import { useEventsOf } from './use-events-of.ts';
import { WebhookDialog } from './webhook-form.tsx';
import { type Webhook, WebhookState } from './webhook-state.tsx';

/** The list of webhooks with their status. */
export function Webhooks() {
  const { t } = useI18n();
  const { may } = useSession();
  usePolling('webhooks');
  const { data, error, refetch } = useQuery({
    queryKey: ['webhooks', 'list'],
    queryFn: async ({ signal }) => (await api.listWebhooks({ signal, query: { limit: 100 } })).data,
  });
  return (
    <>
      <Group justify="space-between">
        <Title order={2} size="h3">
          {t('settings.webhooks')}
        </Title>
        {may('webhooks:write') && <NewWebhook />}
      </Group>
      <Text c="dimmed">{t('webhooks.text')}</Text>
      {data === undefined && <DataPlaceholder error={error} refetch={refetch} height={160} />}
      {data?.length === 0 && <Text>{t('webhooks.none')}</Text>}
      <Stack component="ul" gap="sm" className="timeline" aria-label={t('settings.webhooks')}>
        {data?.map((webhook) => (
          <WebhookItem key={webhook.id} webhook={webhook} />
        ))}
      </Stack>
    </>
  );
}

function NewWebhook() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [created, setCreated] = useState<{ id: string; secret?: string | null }>();
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('webhooks.new')}</Button>
      <WebhookDialog isOpen={isOpen} onClose={() => setOpen(false)} onSaved={setCreated} />
      <SecretDialog
        secret={created?.secret}
        onClose={() =>
          created !== undefined && void navigate({ to: '/settings/webhooks/$id', params: { id: created.id } })
        }
      />
    </>
  );
}

function WebhookItem({ webhook }: { webhook: Webhook }) {
  const { t, counted } = useI18n();
  const eventsOf = useEventsOf();
  const { id, url, description, types, pending, failed } = webhook;
  const counts = [
    pending > 0 && counted('webhooks.pending', pending),
    failed > 0 && counted('webhooks.givenUp', failed),
  ];
  return (
    <Paper component="li" withBorder p="md">
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="sm">
        <TextLink to="/settings/webhooks/$id" params={{ id }} fw={600} style={{ overflowWrap: 'anywhere' }}>
          {url}
        </TextLink>
        <WebhookState webhook={webhook} />
      </Group>
      {description !== '' && <Text style={{ overflowWrap: 'anywhere' }}>{description}</Text>}
      <Text size="sm" c="dimmed">
        {t('webhooks.sends', { events: eventsOf(types) })}
      </Text>
      <Text size="sm">{joinedText(counts)}</Text>
    </Paper>
  );
}
