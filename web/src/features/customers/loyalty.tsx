import { Button, Skeleton, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../design/card.tsx';
import { DescriptionList } from '../../design/description-list.tsx';
import { DataPlaceholder } from '../../design/feedback/error-pages.tsx';
import { LoadMore, useCursorPages } from '../../design/lists/load-more.tsx';
import { WideTable } from '../../design/lists/wide-table.tsx';
import { TextLink } from '../../design/text-link.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { CorrectPoints } from './correct-points.tsx';

/** Points, tier and the ledger of points. */
export function Loyalty({ customer_id }: { customer_id: string }) {
  const { t, number, money } = useI18n();
  const { merchant, may } = useSession();
  const [isCorrecting, { open, close }] = useDisclosure(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['customers', customer_id, 'loyalty'],
    queryFn: async ({ signal }) => (await api.getLoyalty({ signal, path: { id: customer_id } })).data,
  });
  const correct = may('customers:correct') && (
    <Button size="compact-sm" variant="default" onClick={open}>
      {t('customer.correct')}
    </Button>
  );
  return (
    <Card title={t('customer.loyalty')} more={correct}>
      {data === undefined ? (
        <DataPlaceholder error={error} refetch={refetch} height={160} />
      ) : (
        <DescriptionList
          items={[
            [t('customer.points'), number(data.points)],
            [t('customer.tier'), t(`customer.tier.${data.tier}`)],
            [t('customer.lifetimeValue'), money(data.lifetime_value, merchant.currency)],
          ]}
        />
      )}
      <Ledger customer_id={customer_id} />
      <CorrectPoints customer_id={customer_id} isOpen={isCorrecting} onClose={close} />
    </Card>
  );
}

const signed = (text: string, points: number) => (points > 0 ? `+${text}` : text);

function Ledger({ customer_id }: { customer_id: string }) {
  const { t, number, dateTime } = useI18n();
  const { merchant } = useSession();
  const list = useCursorPages(['customers', customer_id, 'ledger'], (cursor, signal) =>
    api.listPointsEntries({ signal, path: { id: customer_id }, query: { limit: 20, ...cursor } }),
  );
  if (list.rows === undefined) return list.error === null ? <Skeleton height={160} mt="md" /> : null;
  if (list.rows.length === 0) return <Text c="dimmed">{t('customer.noPoints')}</Text>;
  return (
    <>
      <WideTable label={t('customer.loyalty')} minWidth={290}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('sales.time')}</Table.Th>
              <Table.Th>{t('customer.why')}</Table.Th>
              <Table.Th className="number">{t('customer.points')}</Table.Th>
              <Table.Th className="number">{t('customer.balance')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {list.rows.map(({ id, type, points, balance, transaction_id, reason, created_at }) => (
              <Table.Tr key={id}>
                <Table.Td>{dateTime(created_at, merchant.timezone)}</Table.Td>
                <Table.Td>
                  {transaction_id !== null ? (
                    <TextLink to="/sales/$id" params={{ id: transaction_id }} inherit>
                      {t(`customer.entry.${type}`)}
                    </TextLink>
                  ) : (
                    t(`customer.entry.${type}`)
                  )}
                  {reason !== null && (
                    <Text size="sm" c="dimmed">
                      {reason}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td className="number">{signed(number(points), points)}</Table.Td>
                <Table.Td className="number">{number(balance)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </WideTable>
      <LoadMore list={list} />
    </>
  );
}
