import { Group, Progress, Stack, Text } from '@mantine/core';
import { Card } from '../../design/card.tsx';
import { usePaymentMethodName } from '../../design/payment-method-name.ts';
import { SaleStatusBadge } from '../../design/sale-status-badge.tsx';
import { TextLink } from '../../design/text-link.tsx';
import { Thumbnail } from '../../design/thumbnail.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import { type Summary, sharesOf } from './figures.ts';

interface CardProps {
  summary: Summary;
}

export function TopProducts({ summary }: CardProps) {
  const { t, money, number } = useI18n();
  const { top_products, currency } = summary;
  return (
    <Card title={t('dashboard.top')}>
      {top_products.length === 0 ? (
        <Text c="dimmed">{t('dashboard.nothing')}</Text>
      ) : (
        <ol className="dashboard-list">
          {top_products.map(({ product_id, name, quantity_sold, revenue, image_url }) => (
            <li key={product_id}>
              <Thumbnail name={name} address={image_url ?? undefined} />
              <TextLink to="/products/$id" params={{ id: product_id }} size="sm" className="growing">
                {name}
              </TextLink>
              <Text size="sm" c="dimmed" className="figures amount">
                × {number(quantity_sold)}
              </Text>
              <Text size="sm" className="figures amount">
                {money(revenue, currency)}
              </Text>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

export function PaymentMethods({ summary }: CardProps) {
  const { t, money, number } = useI18n();
  const methodName = usePaymentMethodName();
  const { payment_methods, currency } = summary;
  const shares = sharesOf(payment_methods);
  const shown = (share: number) =>
    share > 0 && share < 1 ? t('dashboard.lessShare') : t('dashboard.share', { percent: number(Math.round(share)) });
  return (
    <Card title={t('dashboard.methods')}>
      {payment_methods.length === 0 && <Text c="dimmed">{t('dashboard.nothing')}</Text>}
      <Stack gap="xs">
        {payment_methods.map(({ payment_method, amount }, index) => (
          <div key={payment_method}>
            <Group justify="space-between" wrap="nowrap" gap="xs">
              <Text size="sm" truncate>
                {methodName(payment_method)}
              </Text>
              <Text size="sm" className="figures">
                <Text span inherit c="dimmed">
                  {shown(shares[index] ?? 0)}
                </Text>{' '}
                {money(amount, currency)}
              </Text>
            </Group>
            <Progress value={shares[index] ?? 0} aria-label={methodName(payment_method)} />
          </div>
        ))}
      </Stack>
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
        <ul className="dashboard-list">
          {summary.recent_transactions.map(({ id, transaction_code, occurred_at, status, total_amount }) => (
            <li key={id}>
              <div className="growing">
                <TextLink to="/sales/$id" params={{ id }} size="sm">
                  {transaction_code}
                </TextLink>
                <Text size="sm" c="dimmed">
                  {dateTime(occurred_at, merchant.timezone)}
                </Text>
              </div>
              {/* Only what is not usual has a badge. */}
              {status !== 'completed' && <SaleStatusBadge status={status} />}
              <Text size="sm" className="figures amount">
                {money(total_amount, summary.currency)}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
