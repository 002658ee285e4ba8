import { SimpleGrid } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Card } from '../../design/card.tsx';
import { Loading } from '../../design/feedback/error-pages.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import type { RowOf } from '../../session/types.ts';
import type { ReportQuery } from './breakdown.tsx';
import { FiguresTable } from './figures-table.tsx';
import { bars_at_most, ReportChart } from './report-chart.tsx';
import type { ReportsView } from './view.ts';

interface RefundReasonsProps {
  query: ReportQuery & { kind?: NonNullable<ReportsView['kind']>; user_id?: string };
}

/** The reasons with the highest amounts. The list below them has all refunds and says what failed, if anything did. */
export function RefundReasons({ query }: RefundReasonsProps) {
  const { t, money, number } = useI18n();
  const { merchant } = useSession();
  const { data, isPending } = useQuery({
    queryKey: ['reports', 'reasons', query],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api.reportSalesByReason({ signal, query: { ...query, limit: bars_at_most } })).data,
  });
  // It keeps its room, so that the list does not jump on a slow line.
  if (isPending) return <Loading height={320} />;
  if (data === undefined || data.length === 0) return null;
  const nameOf = ({ reason }: RowOf<'reportSalesByReason'>) => reason ?? t('reports.noReason');
  const label = t('reports.reasons');
  return (
    <SimpleGrid cols={{ base: 1, lg: data.length > 1 ? 2 : 1 }}>
      <ReportChart title={t('sales.amount')} rows={data} nameOf={nameOf} figureOf={({ amount }) => amount} />
      <Card title={label}>
        <FiguresTable
          label={label}
          headings={[t('refund.reason'), t('reports.refundCount'), t('sales.amount')]}
          rows={data.map((row) => ({
            id: row.reason ?? '',
            cells: [nameOf(row), number(row.count), money(row.amount, merchant.currency)],
          }))}
        />
      </Card>
    </SimpleGrid>
  );
}
