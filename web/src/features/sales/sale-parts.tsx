import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../design/card.tsx';
import { DescriptionList } from '../../design/description-list.tsx';
import { usePaymentMethodName } from '../../design/payment-method-name.ts';
import { TextLink } from '../../design/text-link.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api, isNotFound } from '../../session/api.ts';
import { repeatFailed } from '../../session/queries.ts';
import { useSession } from '../../session/session.tsx';
import type { ResponseData } from '../../session/types.ts';
import { addUp } from './cash-rules.ts';
import { isTaxIncluded } from './receipt-rules.ts';

interface SaleProps {
  sale: ResponseData<'getTransaction'>;
}

function useInMoney(): (amount: number) => string {
  const { money } = useI18n();
  const { merchant } = useSession();
  return (amount) => money(amount, merchant.currency);
}

/** Cashier, customer, time and branch. */
export function SaleSummary({ sale }: SaleProps) {
  const { t, dateTime, number } = useI18n();
  const { merchant, branches } = useSession();
  return (
    <Card title={t('sale.about')}>
      <DescriptionList
        items={[
          [t('sales.time'), dateTime(sale.occurred_at, merchant.timezone)],
          [t('dashboard.branch'), branches.find(({ id }) => id === sale.branch_id)?.name],
          [t('sales.cashier'), sale.cashier.name],
          [
            t('sale.customer'),
            sale.customer_id === null ? null : <CustomerLink key="customer" id={sale.customer_id} />,
          ],
          [t('sale.pointsEarned'), sale.customer_id === null ? null : number(sale.points_earned)],
          [t('sale.pointsRedeemed'), sale.points_redeemed > 0 ? number(sale.points_redeemed) : null],
          [t('sale.note'), sale.note],
        ]}
      />
    </Card>
  );
}

function CustomerLink({ id }: { id: string }) {
  const { t } = useI18n();
  const { data, error } = useQuery({
    queryKey: ['customers', id],
    queryFn: async ({ signal }) => (await api.getCustomer({ signal, path: { id } })).data,
    refetchInterval: repeatFailed,
  });
  if (isNotFound(error)) return t('sale.customerGone');
  return (
    <TextLink to="/customers/$id" params={{ id }} inherit>
      {data?.name ?? '…'}
    </TextLink>
  );
}

export function SaleLines({ sale }: SaleProps) {
  const { t, number } = useI18n();
  const inMoney = useInMoney();
  const isInside = isTaxIncluded(sale);
  const sums: [string, number][] = [
    [t('sale.subtotal'), sale.subtotal],
    [t('sale.discount'), -sale.discount],
    [t('sale.tax'), isInside ? 0 : sale.tax],
    [t('sale.total'), sale.total_amount],
    [t('sale.taxIncluded'), isInside ? sale.tax : 0],
    [t('sale.rounding'), sale.rounding],
    [t('refund.title'), -sale.refunded_amount],
  ];
  const hasDiscounts = sale.items.some(({ discount }) => discount > 0);
  return (
    <Card title={t('sale.lines')}>
      <Table aria-label={t('sale.lines')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('products.name')}</Table.Th>
            <Table.Th className="number" visibleFrom="xs">
              {t('sale.quantity')}
            </Table.Th>
            <Table.Th className="number" visibleFrom="xs">
              {t('products.price')}
            </Table.Th>
            {hasDiscounts && (
              <Table.Th className="number" visibleFrom="xs">
                {t('sale.discount')}
              </Table.Th>
            )}
            <Table.Th className="number">{t('sales.amount')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sale.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a product may be on two lines, and their order never changes.
            <Table.Tr key={index}>
              <Table.Td className="wrapping">
                {item.name}
                <Text size="sm" c="dimmed" hiddenFrom="xs">
                  {number(item.quantity)} × {inMoney(item.price)}
                  {item.discount > 0 && ` − ${inMoney(item.discount)}`}
                </Text>
                <Text size="sm" c="dimmed">
                  {item.sku}
                  {item.refunded_quantity > 0 && ` · ${t('sale.brought', { count: number(item.refunded_quantity) })}`}
                </Text>
              </Table.Td>
              <Table.Td className="number" visibleFrom="xs">
                {number(item.quantity)}
              </Table.Td>
              <Table.Td className="number" visibleFrom="xs">
                {inMoney(item.price)}
                {item.price_overridden && (
                  <Text size="sm" c="dimmed" td="line-through">
                    {inMoney(item.list_price)}
                  </Text>
                )}
              </Table.Td>
              {hasDiscounts && (
                <Table.Td className="number" visibleFrom="xs">
                  {item.discount > 0 ? inMoney(item.discount) : ''}
                </Table.Td>
              )}
              <Table.Td className="number">{inMoney(item.total)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          {sums
            .filter(([, amount]) => amount !== 0)
            .map(([name, amount]) => (
              <Table.Tr key={name}>
                <Table.Th visibleFrom="xs" colSpan={hasDiscounts ? 4 : 3} className="number">
                  {name}
                </Table.Th>
                <Table.Th hiddenFrom="xs">{name}</Table.Th>
                <Table.Td className="number">{inMoney(amount)}</Table.Td>
              </Table.Tr>
            ))}
        </Table.Tfoot>
      </Table>
    </Card>
  );
}

export function Payments({ sale }: SaleProps) {
  const { t, number } = useI18n();
  const methodName = usePaymentMethodName();
  const inMoney = useInMoney();
  return (
    <Card title={t('sale.payments')}>
      {sale.payments.length === 0 ? (
        <Text c="dimmed">{t('sale.notPaid')}</Text>
      ) : (
        <Table>
          <Table.Tbody>
            {sale.payments.map(({ id, method, amount, points, reference }) => (
              <Table.Tr key={id}>
                <Table.Td className="wrapping">
                  {methodName(method)}
                  <Text size="sm" c="dimmed">
                    {points > 0 ? t('sale.points', { points: number(points) }) : reference}
                  </Text>
                </Table.Td>
                <Table.Td className="number">{inMoney(amount)}</Table.Td>
              </Table.Tr>
            ))}
            {sale.change > 0 && (
              <Table.Tr>
                <Table.Td>{t('sale.change')}</Table.Td>
                <Table.Td className="number">{inMoney(sale.change)}</Table.Td>
              </Table.Tr>
            )}
          </Table.Tbody>
        </Table>
      )}
    </Card>
  );
}

/** What a refund returned as points beside its money. */
const pointsBeside = ({ payment_method, points_amount }: SaleProps['sale']['refunds'][number]): number =>
  payment_method === 'points' ? 0 : points_amount;

export function Refunds({ sale }: SaleProps) {
  const { t, dateTime, number } = useI18n();
  const methodName = usePaymentMethodName();
  const inMoney = useInMoney();
  const { merchant } = useSession();
  return (
    <Card title={t('sale.refunds')}>
      <Table>
        <Table.Tbody>
          {sale.refunds.map((refund) => (
            <Table.Tr key={refund.id}>
              <Table.Td className="wrapping">
                {dateTime(refund.created_at, merchant.timezone)} · {methodName(refund.payment_method)}
                <Text size="sm" c="dimmed">
                  {refund.items.map(({ name, quantity }) => `${number(quantity)} × ${name}`).join(', ')}
                  {refund.items.length > 0 && ` · ${t(refund.restock ? 'refund.restocked' : 'refund.noStock')}`}
                </Text>
                {refund.reason !== null && <Text size="sm">{refund.reason}</Text>}
                {pointsBeside(refund) !== 0 && (
                  <Text size="sm" c="dimmed">
                    {t('refund.pointsReturned')}: {number(refund.points_returned)} ({inMoney(refund.points_amount)})
                  </Text>
                )}
                {refund.rounding !== 0 && (
                  <Text size="sm" c="dimmed">
                    {t('sale.rounding')}: {inMoney(refund.rounding)}
                  </Text>
                )}
              </Table.Td>
              <Table.Td className="number">
                {inMoney(addUp(merchant.currency, refund.amount, -pointsBeside(refund), refund.rounding))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}
