import { Group, Progress, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { Card } from '../../design/card.tsx';
import { usePaymentMethodName } from '../../design/payment-method-name.ts';
import { SaleStatusBadge } from '../../design/sale-status-badge.tsx';
import { percentOf } from '../../design/scale.ts';
import { TextLink } from '../../design/text-link.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import type { Summary } from './key-figures.tsx';
import { SalesChart } from './sales-chart.tsx';

interface CardProps {
  summary: Summary;
}

export function SalesChartCard({ summary }: CardProps) {
  const { t } = useI18n();
  return (
    <Card title={t('dashboard.course')}>
      {summary.total_transactions === 0 ? (
        <Text c="dimmed">{t('dashboard.nothing')}</Text>
      ) : (
        <SalesChart summary={summary} />
      )}
    </Card>
  );
}

/** Bars relative to the largest amount, in descending order. */
function RankedBars({
  rows,
  currency,
}: {
  rows: readonly { id: string; name: string; note?: string; amount: number }[];
  currency: string;
}) {
  const { t, money } = useI18n();
  if (rows.length === 0) return <Text c="dimmed">{t('dashboard.nothing')}</Text>;
  const maximum = Math.max(...rows.map(({ amount }) => amount), 0);
  return (
    <Stack gap="xs">
      {rows.map(({ id, name, note, amount }) => (
        <div key={id}>
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <Text size="sm" truncate>
              {name}{' '}
              {note !== undefined && (
                <Text span inherit c="dimmed">
                  {note}
                </Text>
              )}
            </Text>
            <Text size="sm" className="figures">
              {money(amount, currency)}
            </Text>
          </Group>
          <Progress value={percentOf(amount, maximum)} aria-label={name} />
        </div>
      ))}
    </Stack>
  );
}

export function TopProducts({ summary }: CardProps) {
  const { t, number } = useI18n();
  const rows = summary.top_products.map(({ product_id, name, quantity_sold, revenue }) => ({
    id: product_id,
    name,
    note: `× ${number(quantity_sold)}`,
    amount: revenue,
  }));
  return (
    <Card title={t('dashboard.top')}>
      <RankedBars rows={rows} currency={summary.currency} />
    </Card>
  );
}

export function PaymentMethods({ summary }: CardProps) {
  const { t } = useI18n();
  const methodName = usePaymentMethodName();
  const rows = summary.payment_methods.map(({ payment_method, amount }) => ({
    id: payment_method,
    name: methodName(payment_method),
    amount,
  }));
  return (
    <Card title={t('dashboard.methods')}>
      <RankedBars rows={rows} currency={summary.currency} />
    </Card>
  );
}

export function RecentSales({ summary }: CardProps) {
  const { t, money, dateTime } = useI18n();
  const { merchant } = useSession();
  const more = (
    <TextLink to="/sales" size="sm">
      {t('nav.sales')}
    </TextLink>
  );
  return (
    <Card title={t('dashboard.recent')} more={more}>
      {summary.recent_transactions.length === 0 ? (
        <Text c="dimmed">{t('sales.none')}</Text>
      ) : (
        <ScrollArea type="auto" viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': t('dashboard.recent') }}>
          <Table miw={380}>
            <Table.Tbody>
              {summary.recent_transactions.map(({ id, transaction_code, occurred_at, status, total_amount }) => (
                <Table.Tr key={id}>
                  <Table.Td>
                    <TextLink to="/sales/$id" params={{ id }} size="sm">
                      {transaction_code}
                    </TextLink>
                  </Table.Td>
                  <Table.Td>{dateTime(occurred_at, merchant.timezone)}</Table.Td>
                  <Table.Td>
                    <SaleStatusBadge status={status} />
                  </Table.Td>
                  <Table.Td className="number">{money(total_amount, summary.currency)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea>
      )}
    </Card>
  );
}

export function LowStock({ summary: { low_stock_count } }: CardProps) {
  const { t, counted } = useI18n();
  const more = low_stock_count > 0 && (
    <TextLink to="/stock" search={{ low: true }} size="sm">
      {t('nav.stock')}
    </TextLink>
  );
  return (
    <Card title={t('dashboard.lowStock')} more={more}>
      <Text>
        {low_stock_count === 0 ? t('dashboard.lowStock_none') : counted('dashboard.lowStock', low_stock_count)}
      </Text>
    </Card>
  );
}
