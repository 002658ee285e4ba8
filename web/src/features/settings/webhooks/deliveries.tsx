import { Anchor, Button, Group, Select, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Card } from '../../../design/card.tsx';
import { useNotify } from '../../../design/feedback/notify.ts';
import type { Column } from '../../../design/lists/column.ts';
import { List } from '../../../design/lists/list.tsx';
import { rowsOfPage } from '../../../design/lists/list-rules.ts';
import { useI18n } from '../../../language/i18n.tsx';
import { api } from '../../../session/api.ts';
import { useSession } from '../../../session/session.tsx';
import { useIdempotentRequest } from '../../../session/use-idempotent-request.ts';
import { type Delivery, DeliveryDialog, DeliveryState } from './delivery.tsx';
import { nextAttemptOf } from './delivery-rules.ts';
import { useEventName } from './event-name.ts';
import { Replay } from './replay.tsx';
import { deliveryStates, readWebhookView } from './view.ts';
import type { Webhook } from './webhook-state.tsx';

/** Deliveries of a webhook, the latest first, with their details. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { t } = useI18n();
  const { id } = webhook;
  const view = useSearch({ from: '/authenticated/settings/webhooks/$id' });
  const navigate = useNavigate({ from: '/settings/webhooks/$id' });
  const [shown, show] = useState<Delivery>();
  const [isOpen, setOpen] = useState(false);
  const open = (delivery: Delivery) => {
    show(delivery);
    setOpen(true);
  };
  const columns = useColumns(open);
  return (
    <Card
      title={t('deliveries.title')}
      more={
        <Group gap="xs">
          <Replay webhook={webhook} />
          <TestButton id={id} onOutcome={open} />
        </Group>
      }
    >
      <Select
        label={t('deliveries.state')}
        placeholder={t('sales.anyStatus')}
        clearable
        mb="sm"
        maw={260}
        value={view.state ?? null}
        onChange={(state) => void navigate({ search: readWebhookView({ state }), replace: true })}
        data={deliveryStates.map((value) => ({ value, label: t(`deliveries.state.${value}`) }))}
      />
      <List
        label={t('deliveries.title')}
        queryKey={['webhooks', id, 'deliveries', view]}
        load={(page, signal) =>
          api.listDeliveries({ signal, path: { id }, query: { ...view, page, limit: rowsOfPage } })
        }
        columns={columns}
        keyOf={(delivery) => delivery.id}
        empty={<Text py="md">{t(view.state === undefined ? 'deliveries.none' : 'app.nothingFound')}</Text>}
      />
      <DeliveryDialog webhook_id={id} delivery={shown} isOpen={isOpen} onClose={() => setOpen(false)} />
    </Card>
  );
}

/** Sends a test event, and shows its delivery. */
function TestButton({ id, onOutcome }: { id: string; onOutcome(delivery: Delivery): void }) {
  const { t } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  const test = useIdempotentRequest(['testWebhook'], {
    subject: id,
    onDone: async ({ data }) => {
      onOutcome(data);
      await queries.invalidateQueries({ queryKey: ['webhooks'] });
    },
    onRejected: notify.error,
  });
  return (
    <Button
      variant="default"
      size="xs"
      loading={test.isPending}
      onClick={() => test.send('testWebhook', { path: { id } })}
    >
      {t('deliveries.test')}
    </Button>
  );
}

function useColumns(open: (delivery: Delivery) => void): Column<Delivery>[] {
  const { t, number, moment } = useI18n();
  const { merchant } = useSession();
  const nameOf = useEventName();
  const when = (iso: string | null) => (iso === null ? '' : moment(iso, merchant.timezone));
  return [
    {
      id: 'event',
      phone: 'title',
      opens: true,
      title: t('deliveries.event'),
      width: 'minmax(170px, 1.4fr)',
      show: (delivery) => (
        <Anchor data-opens component="button" type="button" inherit onClick={() => open(delivery)}>
          {nameOf(delivery.type)}
        </Anchor>
      ),
    },
    {
      id: 'state',
      phone: 'figure',
      title: t('deliveries.state'),
      width: 'minmax(135px, 0.8fr)',
      show: (delivery) => <DeliveryState delivery={delivery} />,
    },
    {
      id: 'status',
      phone: 'hidden',
      title: t('deliveries.status'),
      width: 'minmax(95px, 0.4fr)',
      isNumber: true,
      show: ({ status }) => status,
    },
    {
      id: 'attempts',
      phone: 'hidden',
      title: t('deliveries.attempts'),
      width: 'minmax(112px, 0.5fr)',
      isNumber: true,
      show: ({ attempts }) => number(attempts),
    },
    {
      id: 'last',
      title: t('deliveries.last'),
      width: 'minmax(195px, 1fr)',
      show: ({ last_attempt_at }) => when(last_attempt_at),
    },
    {
      id: 'next',
      phone: 'hidden',
      title: t('deliveries.next'),
      width: 'minmax(195px, 1fr)',
      show: (delivery) => when(nextAttemptOf(delivery)),
    },
  ];
}
