import { SimpleGrid, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { BarChart } from '../../design/bar-chart.tsx';
import { Card } from '../../design/card.tsx';
import { DataPlaceholder } from '../../design/feedback/error-pages.tsx';
import { RowLink } from '../../design/lists/row-link.tsx';
import { usePaymentMethodName } from '../../design/payment-method-name.ts';
import { TextLink } from '../../design/text-link.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import type { ResponseData } from '../../session/types.ts';
import { ByBranch } from './by-branch.tsx';
import { changeSince, sumsFor } from './figures.ts';
import { FiguresTable } from './figures-table.tsx';
import { comparedDaysOf, type Days, type ReportsView } from './view.ts';

export type SalesSummary = ResponseData<'reportSales'>;

interface SalesReportProps {
  days: Days;
  branch: string | undefined;
  view: ReportsView;
}

export function SalesReport({ days, branch, view }: SalesReportProps) {
  const { t, money, number, percent, day, date, month } = useI18n();
  const { merchant, may } = useSession();
  const methodName = usePaymentMethodName();
  const { by = 'day', compare } = view;
  const compared = comparedDaysOf(view, days);
  const ofBranch = branch === undefined ? {} : { branch_id: branch };
  const inBranch = branch === undefined ? {} : { branch };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['reports', 'sales', days, by, branch, compared],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const [now, before] = await Promise.all([
        api.reportSales({ signal, query: { ...days, ...ofBranch, group_by: by } }),
        compared && api.reportSales({ signal, query: { ...compared, ...ofBranch, group_by: by } }),
      ]);
      return { now: now.data, before: before?.data };
    },
  });
  if (data === undefined) return <DataPlaceholder error={error} refetch={refetch} height={480} />;
  const { now, before } = data;
  const inMoney = (amount: number) => money(amount, merchant.currency);
  const rows = sumsFor(may).flatMap(({ name, title, isCount, isRare }) => {
    const [is, was] = [now[name] ?? 0, before?.[name] ?? 0];
    if (isRare === true && is === 0 && was === 0) return [];
    const shown = isCount === true ? number : inMoney;
    if (before === undefined) return [{ id: name, cells: [t(title), shown(is)] }];
    const change = changeSince(was, is);
    return [{ id: name, cells: [t(title), shown(is), shown(was), change === undefined ? '' : percent(change)] }];
  });
  const beforeTitle =
    compare === 'days' && compared !== undefined
      ? `${date(compared.start_date)} – ${date(compared.end_date)}`
      : t(compare === 'last_year' ? 'reports.compare.last_year' : 'reports.before');
  const nameOf = (period: string) => (by === 'month' ? month(period) : date(period));
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
              before:
                by === 'day' && before !== undefined && before.total_transactions > 0
                  ? before.series?.[at]?.total_sales
                  : undefined,
            }))}
            format={inMoney}
            beforeTitle={beforeTitle}
          />
        )}
      </Card>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Card title={t('reports.sums')}>
          <FiguresTable
            label={t('reports.sums')}
            headings={['', t('reports.now'), ...(before === undefined ? [] : [beforeTitle, t('reports.change')])]}
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
              cells: [
                <RowLink key="product" to="/products/$id" id={product_id}>
                  {name}
                </RowLink>,
                sku,
                number(quantity_sold),
                inMoney(revenue),
              ],
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
                  by === 'day' ? (
                    <TextLink key="day" to="/sales" search={{ from: period, to: period, ...inBranch }} inherit>
                      {nameOf(period)}
                    </TextLink>
                  ) : (
                    nameOf(period)
                  ),
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
