import { Paper, Skeleton, Text } from '@mantine/core';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import type { Answer } from '../../session/types.ts';
import { Facts } from '../../ui/facts.tsx';
import { useMethod } from '../../ui/method.ts';
import { StatusBadge } from '../../ui/status.tsx';

interface RefundForecastProps {
  forecast: Answer<'previewRefund'> | undefined;
  /** Whether the preview belongs to the current input. */
  isSettled: boolean;
  hasCustomer: boolean;
}

/** Preview of the effects of a refund on money, points and stock. */
export function RefundForecast({ forecast, isSettled, hasCustomer }: RefundForecastProps) {
  const { t, money, number } = useI18n();
  const methodOf = useMethod();
  const { merchant } = useSession();
  if (forecast === undefined) return <Skeleton height={140} />;
  const inMoney = (amount: number) => money(amount, merchant.currency);
  const stock = forecast.restock
    ? forecast.items.map(({ line_no, quantity, name }) => <div key={line_no}>{`+${number(quantity)} ${name}`}</div>)
    : t('refund.noStock');
  return (
    <Paper
      withBorder
      p="sm"
      component="section"
      aria-label={t('refund.willHappen')}
      aria-busy={!isSettled}
      aria-live="polite"
    >
      <Text fw={600} mb={4}>
        {t('refund.willHappen')}
      </Text>
      <Facts
        facts={[
          [methodOf(forecast.payment_method), inMoney(forecast.amount - forecast.points_amount)],
          [t('sale.taxIncluded'), forecast.tax > 0 ? inMoney(forecast.tax) : ''],
          [t('refund.pointsReturned'), forecast.points_returned > 0 ? `+${number(forecast.points_returned)}` : ''],
          [t('refund.pointsReversed'), hasCustomer ? number(-forecast.points_reversed) : ''],
          [t('refund.stock'), stock],
          [t('refund.after'), <StatusBadge key="status" status={forecast.transaction_status} />],
          [t('refund.remaining'), inMoney(forecast.remaining_refundable)],
        ]}
      />
    </Paper>
  );
}
