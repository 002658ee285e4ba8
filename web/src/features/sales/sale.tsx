import { Button, Group, SegmentedControl, SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Card } from '../../design/card.tsx';
import { DataPlaceholder, NotFound } from '../../design/feedback/error-pages.tsx';
import { Icon } from '../../design/icons.tsx';
import { PageTitle } from '../../design/page-title.tsx';
import { SaleStatusBadge } from '../../design/sale-status-badge.tsx';
import { TextLink } from '../../design/text-link.tsx';
import { useAct } from '../../design/use-act.ts';
import { useI18n } from '../../language/i18n.tsx';
import { api, isNotFound } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import type { ResponseData } from '../../session/types.ts';
import { CompleteSale } from './complete-sale.tsx';
import { type Paper, Receipt } from './receipt.tsx';
import { Refund } from './refund.tsx';
import { Payments, Refunds, SaleLines, SaleSummary } from './sale-parts.tsx';
import { actionsOf } from './sale-rules.ts';
import { VoidSale } from './void-sale.tsx';

/** One sale with its payments, refunds and receipt. */
export function SalePage() {
  const { id } = useParams({ from: '/authenticated/sales/$id' });
  const { data, error, refetch } = useQuery({
    queryKey: ['sales', id],
    queryFn: async ({ signal }) => (await api.getTransaction({ signal, path: { id } })).data,
  });
  if (isNotFound(error)) return <NotFound />;
  if (data === undefined) return <DataPlaceholder error={error} refetch={refetch} height={420} />;
  return <SaleDetails sale={data} />;
}

function SaleDetails({ sale }: { sale: ResponseData<'getTransaction'> }) {
  const { t } = useI18n();
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <div>
          <TextLink to="/sales" size="sm">
            {t('sales.title')}
          </TextLink>
          <Group>
            <PageTitle>{sale.transaction_code}</PageTitle>
            <SaleStatusBadge status={sale.status} />
          </Group>
        </div>
        <SaleActions sale={sale} />
      </Group>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Stack>
          <SaleSummary sale={sale} />
          <SaleLines sale={sale} />
          <Payments sale={sale} />
          {sale.refunds.length > 0 && <Refunds sale={sale} />}
        </Stack>
        <ReceiptCard sale={sale} />
      </SimpleGrid>
    </Stack>
  );
}

type Action = 'refund' | 'void' | 'complete';

function SaleActions({ sale }: { sale: ResponseData<'getTransaction'> }) {
  const { t } = useI18n();
  const { may, merchant } = useSession();
  const [opened, setOpened] = useState<Action>();
  const close = () => setOpened(undefined);
  const { canRefund, canVoid, canComplete } = actionsOf(sale, { may, rules: merchant.approval_rules });
  useAct((act) => {
    if (act === 'refund' && canRefund) setOpened('refund');
    if (act === 'void' && canVoid) setOpened('void');
  });
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
      {canComplete && <Button onClick={() => setOpened('complete')}>{t('sale.complete')}</Button>}
      <VoidSale sale={sale} isOpen={opened === 'void'} onClose={close} />
      <Refund sale={sale} isOpen={opened === 'refund'} onClose={close} />
      <CompleteSale sale={sale} isOpen={opened === 'complete'} onClose={close} />
    </Group>
  );
}

function ReceiptCard({ sale }: { sale: ResponseData<'getTransaction'> }) {
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
