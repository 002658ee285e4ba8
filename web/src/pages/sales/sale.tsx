import { Button, Group, SegmentedControl, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import type { Answer } from '../../session/types.ts';
import { Card } from '../../ui/card.tsx';
import { Failed } from '../../ui/failures.tsx';
import { Icon } from '../../ui/icons.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { StatusBadge } from '../../ui/status.tsx';
import { Complete } from './complete.tsx';
import { type Paper, Receipt } from './receipt.tsx';
import { Refund } from './refund.tsx';
import { refundableLinesOf } from './refund-lines.ts';
import { About, Lines, Payments, Refunds } from './sale-parts.tsx';
import { VoidSale } from './void.tsx';

/** One sale with its payments, refunds and receipt. */
export function SalePage() {
  const { id } = useParams({ from: '/inside/sales/$id' });
  const { data, error, refetch } = useQuery({
    queryKey: ['sales', id],
    queryFn: async ({ signal }) => (await api.getTransaction({ signal, path: { id } })).data,
  });
  if (error !== null && data === undefined) return <Failed error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={420} />;
  return <SaleDetails sale={data} />;
}

function SaleDetails({ sale }: { sale: Answer<'getTransaction'> }) {
  return (
    <Stack>
      <Group justify="space-between">
        <Group>
          <PageTitle>{sale.transaction_code}</PageTitle>
          <StatusBadge status={sale.status} />
        </Group>
        <Actions sale={sale} />
      </Group>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Stack>
          <About sale={sale} />
          <Lines sale={sale} />
          <Payments sale={sale} />
          {sale.refunds.length > 0 && <Refunds sale={sale} />}
        </Stack>
        <ReceiptCard sale={sale} />
      </SimpleGrid>
    </Stack>
  );
}

type Action = 'refund' | 'void' | 'complete';

function Actions({ sale }: { sale: Answer<'getTransaction'> }) {
  const { t } = useI18n();
  const { may } = useSession();
  const [opened, setOpened] = useState<Action>();
  const stop = () => setOpened(undefined);
  const isParked = sale.status === 'pending';
  const canRefund =
    ['completed', 'partially_refunded'].includes(sale.status) &&
    may('sales:refund') &&
    refundableLinesOf(sale).length > 0;
  const canVoid = isParked
    ? may('sales:write')
    : sale.status === 'completed' && sale.refunded_amount === 0 && may('sales:void');
  return (
    <Group gap="xs">
      {canVoid && (
        <Button variant="default" onClick={() => setOpened('void')}>
          {t('sale.void')}
        </Button>
      )}
      {canRefund && (
        <Button variant="default" onClick={() => setOpened('refund')}>
          {t('refund.action')}
        </Button>
      )}
      {isParked && may('sales:write') && <Button onClick={() => setOpened('complete')}>{t('sale.complete')}</Button>}
      <VoidSale sale={sale} isOpen={opened === 'void'} onClose={stop} />
      <Refund sale={sale} isOpen={opened === 'refund'} onClose={stop} />
      <Complete sale={sale} isOpen={opened === 'complete'} onClose={stop} />
    </Group>
  );
}

function ReceiptCard({ sale }: { sale: Answer<'getTransaction'> }) {
  const { t } = useI18n();
  const [paper, setPaper] = useState<Paper>('80mm');
  const choice = (
    <Group gap="xs">
      <SegmentedControl
        size="xs"
        aria-label={t('receipt.paper')}
        value={paper}
        onChange={(value) => setPaper(value as Paper)}
        data={[
          { value: '80mm', label: t('receipt.80mm') },
          { value: 'A4', label: t('receipt.A4') },
        ]}
      />
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Icon name="print" />}
        onClick={() => globalThis.print()}
      >
        {t('receipt.print')}
      </Button>
    </Group>
  );
  return (
    <Card title={t('receipt.title')} more={choice}>
      <Receipt sale={sale} paper={paper} />
    </Card>
  );
}
