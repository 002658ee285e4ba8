import { SimpleGrid, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { BarChart } from '../../design/bar-chart.tsx';
import { Card } from '../../design/card.tsx';
import { DataPlaceholder } from '../../design/feedback/error-pages.tsx';
import { usePaymentMethodName } from '../../design/payment-method-name.ts';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import type { ResponseData } from '../../session/types.ts';
import { ByBranch } from './by-branch.tsx';
import { changeSince, sumsFor } from './figures.ts';
import { FiguresTable } from './figures-table.tsx';
import { type Days, daysBefore } from './view.ts';

export type SalesSummary = ResponseData<'reportSales'>;

interface SalesReportProps {
  days: Days;
  by: 'day' | 'week' | 'month';
  branch: string | undefined;
}

export function SalesReport({ days, by, branch }: SalesReportProps) {
  const { t, money, number, percent, day, date, month } = useI18n();
  const { merchant, may } = useSession();
  const methodName = usePaymentMethodName();
  const ofBranch = branch === undefined ? {} : { branch_id: branch };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['reports', 'sales', days, by, branch],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const [now, before] = await Promise.all([
        api.reportSales({ signal, query: { ...days, ...ofBranch, group_by: by } }),
        api.reportSales({ signal, query: { ...daysBefore(days), ...ofBranch, group_by: by } }),
      ]);
      return { now: now.data, before: before.data };
    },
  });
  if (data === undefined) return <DataPlaceholder error={error} refetch={refetch} height={480} />;
  const { now, before } = data;
  const inMoney = (amount: number) => money(amount, merchant.currency);
  const rows = sumsFor(may).flatMap(({ name, title, isCount, isRare }) => {
    const [is, was] = [now[name] ?? 0, before[name] ?? 0];
    if (isRare === true && is === 0 && was === 0) return [];
    const shown = isCount === true ? number : inMoney;
    const change = changeSince(was, is);
    return [{ id: name, cells: [t(title), shown(is), shown(was), change === undefined ? '' : percent(change)] }];
  });
  return (
    <Stack opacity={isPlaceholderData ? 0.6 : 1} aria-busy={isPlaceholderData}>
      <Card title={t('reports.course')}>
        {now.series === undefined || now.total_transactions === 0 ? (
          <Text c="dimmed">{t('dashboard.nothing')}</Text>
        ) : (
          <BarChart
            bars={now.series.map(({ period, total_sales }, at) => ({
              label: by === 'month' ? month(period) : day(period),
              value: total_sales,
              // The previous period of equal length may touch one more week or month, so compare by day only.
              before: by === 'day' && before.total_transactions > 0 ? before.series?.[at]?.total_sales : undefined,
            }))}
            format={inMoney}
            beforeTitle={t('reports.before')}
          />
        )}
      </Card>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Card title={t('reports.sums')}>
          <FiguresTable
            label={t('reports.sums')}
            headings={['', t('reports.now'), t('reports.before'), t('reports.change')]}
            rows={rows}
          />
        </Card>
        <Stack>
          <Card title={t('dashboard.methods')}>
            <FiguresTable
              label={t('dashboard.methods')}
              headings={[t('sales.method'), t('reports.payments'), t('sales.amount')]}
              rows={now.by_payment_method.map(({ payment_method, amount, count }) => ({
                id: payment_method,
                cells: [methodName(payment_method), number(count), inMoney(amount)],
              }))}
            />
          </Card>
          <ByBranch days={days} />
        </Stack>
        <Card title={t('dashboard.top')}>
          <FiguresTable
            label={t('dashboard.top')}
            headings={[t('products.name'), t('products.sku'), t('reports.sold'), t('reports.revenue')]}
            texts={2}
            rows={now.top_products.map(({ product_id, name, sku, quantity_sold, revenue }) => ({
              id: product_id,
              cells: [name, sku, number(quantity_sold), inMoney(revenue)],
            }))}
          />
        </Card>
        {now.series !== undefined && (
          <Card title={t(`reports.each.${by}`)}>
            <FiguresTable
              label={t(`reports.each.${by}`)}
              headings={[t('reports.period'), t('reports.transactions'), t('reports.total')]}
              rows={now.series.map(({ period, total_transactions, total_sales }) => ({
                id: period,
                cells: [
                  by === 'month' ? month(period) : date(period),
                  number(total_transactions),
                  inMoney(total_sales),
                ],
              }))}
            />
          </Card>
        )}
      </SimpleGrid>
    </Stack>
  );
}
