import { Paper, Text } from '@mantine/core';
import { DescriptionList } from '../../design/description-list.tsx';
import { Loading } from '../../design/feedback/error-pages.tsx';
import { usePaymentMethodName } from '../../design/payment-method-name.ts';
import { SaleStatusBadge } from '../../design/sale-status-badge.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import type { ResponseData } from '../../session/types.ts';
import { addUp } from './cash-rules.ts';

interface RefundPreviewProps {
  preview: ResponseData<'previewRefund'> | undefined;
  /** Lines of the sale whose stock is tracked. */
  trackedLines: ReadonlySet<number>;
  /** Whether the preview belongs to the current input. */
  isCurrent: boolean;
  hasCustomer: boolean;
}

/** Preview of the effects of a refund on money, points and stock. */
export function RefundPreview({ preview, trackedLines, isCurrent, hasCustomer }: RefundPreviewProps) {
  const { t, money, number } = useI18n();
  const methodName = usePaymentMethodName();
  const { merchant } = useSession();
  if (preview === undefined) return <Loading height={140} />;
  const inMoney = (amount: number) => money(amount, merchant.currency);
  const tracked = preview.items.filter(({ line_no }) => trackedLines.has(line_no));
  const stock = preview.restock
    ? tracked.map(({ line_no, quantity, name }) => <div key={line_no}>{`+${number(quantity)} ${name}`}</div>)
    : t('refund.noStock');
  return (
    <Paper
      withBorder
      p="sm"
      component="section"
      aria-label={t('refund.willHappen')}
      aria-busy={!isCurrent}
      aria-live="polite"
    >
      <Text fw={600} mb={4}>
        {t('refund.willHappen')}
      </Text>
      <DescriptionList
        items={[
          [
            methodName(preview.payment_method),
            inMoney(addUp(merchant.currency, preview.amount, -preview.points_amount, preview.rounding)),
          ],
          [t('sale.rounding'), preview.rounding === 0 ? '' : inMoney(preview.rounding)],
          [t('sale.taxIncluded'), preview.tax > 0 ? inMoney(preview.tax) : ''],
          [t('refund.pointsReturned'), preview.points_returned > 0 ? `+${number(preview.points_returned)}` : ''],
          [t('refund.pointsReversed'), hasCustomer ? number(-preview.points_reversed) : ''],
          [t('refund.stock'), tracked.length === 0 ? '' : stock],
          [t('refund.after'), <SaleStatusBadge key="status" status={preview.transaction_status} />],
          [t('refund.remaining'), inMoney(preview.remaining_refundable)],
        ]}
      />
    </Paper>
  );
}
