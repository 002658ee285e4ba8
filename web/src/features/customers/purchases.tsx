import { Table, Text } from '@mantine/core';
import { Card } from '../../design/card.tsx';
import { DataPlaceholder } from '../../design/feedback/error-pages.tsx';
import { LoadMore, useCursorPages } from '../../design/lists/load-more.tsx';
import { WideTable } from '../../design/lists/wide-table.tsx';
import { SaleStatusBadge } from '../../design/sale-status-badge.tsx';
import { TextLink } from '../../design/text-link.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';

/** The customer's purchases, the latest first. */
export function Purchases({ customer_id }: { customer_id: string }) {
  const { t, money, dateTime } = useI18n();
  const { merchant } = useSession();
  const list = useCursorPages(['sales', 'of', customer_id], (cursor, signal) =>
    api.listTransactions({ signal, query: { customer_id, limit: 20, ...cursor } }),
  );
  return (
    <Card title={t('customer.purchases')}>
      {list.rows === undefined ? (
        <DataPlaceholder error={list.error} refetch={list.refetch} height={160} />
      ) : list.rows.length === 0 ? (
        <Text c="dimmed">{t('customer.noPurchases')}</Text>
      ) : (
        <WideTable label={t('customer.purchases')} minWidth={280}>
          <Table>
            <Table.Tbody>
              {list.rows.map(({ id, transaction_code, occurred_at, status, total_amount }) => (
                <Table.Tr key={id}>
                  <Table.Td>
                    <TextLink to="/sales/$id" params={{ id }} inherit>
                      {transaction_code}
                    </TextLink>
                    <Text size="sm" c="dimmed">
                      {dateTime(occurred_at, merchant.timezone)}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <SaleStatusBadge status={status} />
                  </Table.Td>
                  <Table.Td className="number">{money(total_amount, merchant.currency)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </WideTable>
      )}
      <LoadMore list={list} />
    </Card>
  );
}
