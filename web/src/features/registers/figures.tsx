import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Card } from '../../design/card.tsx';
import { DescriptionList } from '../../design/description-list.tsx';
import { lossColour } from '../../design/figure-colours.ts';
import { WideTable } from '../../design/lists/wide-table.tsx';
import { usePaymentMethodName } from '../../design/payment-method-name.ts';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import type { ShiftReport } from './register-queries.ts';
import { amountOf, type MethodAmount, methodsOf, varianceText } from './variance.ts';

type Figures = NonNullable<ShiftReport['figures']>;

function useMoney(): (amount: number) => string {
  const { money } = useI18n();
  const { currency } = useSession().merchant;
  return (amount) => money(amount, currency);
}

interface FiguresTableProps {
  title: string;
  /** An id and the title of each column. */
  head: readonly (readonly [id: string, title: string])[];
  /** The cells of each row; the first is its name. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

function FiguresTable({ title, head, rows }: FiguresTableProps) {
  if (rows.length === 0) return null;
  return (
    <Card title={title}>
      <WideTable label={title} minWidth={260}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {head.map(([id, name], index) => (
                <Table.Th key={id} className={index === 0 ? undefined : 'number'}>
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ key, cells }) => (
              <Table.Tr key={key}>
                {cells.map((cell, index) => (
                  <Table.Td key={head[index]?.[0]} className={index === 0 ? undefined : 'number'}>
                    {cell}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </WideTable>
    </Card>
  );
}

/** What a variance means, in words: `$2.50 short`. */
export function Variance({ variance }: { variance: number }) {
  const { t } = useI18n();
  const inMoney = useMoney();
  const { text, amount } = varianceText(variance);
  return (
    <Text span inherit fw={variance === 0 ? 400 : 700} c={lossColour(variance)}>
      {t(text, { amount: inMoney(amount) })}
    </Text>
  );
}

interface AmountsProps {
  title: string;
  expected: readonly MethodAmount[] | null;
  counted: readonly MethodAmount[] | null;
  variance: readonly MethodAmount[] | null;
}

/** Expected and counted amounts by payment method, with their difference. */
export function Amounts({ title, expected, counted, variance }: AmountsProps) {
  const { t } = useI18n();
  const inMoney = useMoney();
  const methodName = usePaymentMethodName();
  const shown = (amount: number | undefined) => (amount === undefined ? '–' : inMoney(amount));
  const rows = methodsOf(expected, counted).map((method) => {
    const difference = amountOf(variance, method);
    const cells = [
      methodName(method),
      ...(expected === null ? [] : [shown(amountOf(expected, method))]),
      ...(counted === null ? [] : [shown(amountOf(counted, method))]),
      ...(variance === null ? [] : [difference === undefined ? '–' : <Variance key={method} variance={difference} />]),
    ];
    return { key: method, cells };
  });
  const head = [
    ['method', t('sales.method')] as const,
    ...(expected === null ? [] : [['expected', t('shifts.expected')] as const]),
    ...(counted === null ? [] : [['counted', t('shifts.counted')] as const]),
    ...(variance === null ? [] : [['variance', t('shifts.variance')] as const]),
  ];
  return <FiguresTable title={title} head={head} rows={rows} />;
}

/** The sums of a shift: sales, refunds, cash movements, methods, taxes, cashiers and categories. */
export function ShiftFigures({ figures }: { figures: Figures }) {
  const { t, number } = useI18n();
  const inMoney = useMoney();
  const methodName = usePaymentMethodName();
  const countOf = ({ count, amount }: { count: number; amount: number }) => `${number(count)} · ${inMoney(amount)}`;
  return (
    <>
      <Card title={t('reports.sums')}>
        <DescriptionList
          items={[
            [t('sales.title'), countOf(figures.sales)],
            [t('sale.refunds'), countOf(figures.refunds)],
            [t('shifts.voids'), countOf(figures.voids)],
            [t('reports.discounts'), inMoney(figures.discounts)],
            [t('sale.rounding'), figures.rounding === 0 ? '' : inMoney(figures.rounding)],
            [t('shifts.paidIn'), inMoney(figures.paid_in)],
            [t('shifts.paidOut'), inMoney(figures.paid_out)],
            [t('shifts.noSales'), number(figures.no_sales)],
          ]}
        />
      </Card>
      <FiguresTable
        title={t('dashboard.methods')}
        head={[
          ['method', t('sales.method')],
          ['title', t('sales.title')],
          ['refunds', t('sale.refunds')],
          ['change', t('sale.change')],
        ]}
        rows={figures.by_method.map(({ method, sales, refunds, change }) => ({
          key: method,
          cells: [methodName(method), inMoney(sales), inMoney(refunds), inMoney(change)],
        }))}
      />
      <FiguresTable
        title={t('shifts.taxes')}
        head={[
          ['rate', t('shifts.rate')],
          ['net', t('shifts.net')],
          ['tax', t('sale.tax')],
        ]}
        rows={figures.tax_by_rate.map(({ rate, net, tax }) => ({
          key: String(rate),
          cells: [`${number(rate)} %`, inMoney(net), inMoney(tax)],
        }))}
      />
      <FiguresTable
        title={t('shifts.byCashier')}
        head={[
          ['cashier', t('sales.cashier')],
          ['title', t('sales.title')],
          ['amount', t('sales.amount')],
        ]}
        rows={figures.by_cashier.map(({ user_id, name, count, amount }) => ({
          key: user_id,
          cells: [name, number(count), inMoney(amount)],
        }))}
      />
      <FiguresTable
        title={t('reports.byCategory')}
        head={[
          ['category', t('products.category')],
          ['quantity', t('sale.quantity')],
          ['amount', t('sales.amount')],
        ]}
        rows={figures.by_category.map(({ category_id, name, quantity, amount }) => ({
          key: category_id ?? '',
          cells: [name ?? t('reports.noCategory'), number(quantity), inMoney(amount)],
        }))}
      />
    </>
  );
}
