import { Fragment } from 'react';
import { usePaymentMethodName } from '../../design/payment-method-name.ts';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import { timezoneOf } from '../../session/timezone-of.ts';
import type { ResponseData } from '../../session/types.ts';
import { amountsReceived, branchLines, isTaxIncluded, taxedRates } from './receipt-rules.ts';
import './receipt.css';

export type Paper = '80mm' | 'A4';

/** A sale as returned by a completed sale or by a later read. Only a later read includes refunds. */
export type ReceiptSale = Omit<ResponseData<'getTransaction'>, 'refunds'> &
  Partial<Pick<ResponseData<'getTransaction'>, 'refunds'>>;

interface ReceiptProps {
  sale: ReceiptSale;
  paper: Paper;
  /** Only for the printer, not on the screen. */
  isHidden?: boolean;
}

/** The receipt for the customer. While it is on the page, nothing else is printed (see receipt.css). */
export function Receipt({ sale, paper, isHidden }: ReceiptProps) {
  const { t, money, dateTime, number } = useI18n();
  const methodName = usePaymentMethodName();
  const shop = useSession();
  const { merchant, branches } = shop;
  const branch = branches.find(({ id }) => id === sale.branch_id);
  const inMoney = (amount: number) => money(amount, merchant.currency);
  const refunded = sale.refunds ?? [];
  const isInside = isTaxIncluded(sale);
  const taxes = taxedRates(sale).map(({ rate, tax }) => (
    <ReceiptTotal
      key={rate}
      name={t(isInside ? 'receipt.taxInside' : 'receipt.taxOnTop', { rate: number(rate) })}
      value={inMoney(tax)}
    />
  ));
  return (
    <section className="receipt" data-paper={paper} data-hidden={isHidden} aria-label={t('receipt.title')}>
      <header>
        <strong>{merchant.name}</strong>
        {branch !== undefined && branchLines(branch, merchant).map((line) => <div key={line}>{line}</div>)}
        {merchant.tax_number !== null && <div>{t('receipt.taxNumber', { number: merchant.tax_number })}</div>}
      </header>
      <div>{sale.transaction_code}</div>
      <div>{dateTime(sale.occurred_at, timezoneOf(shop, sale.branch_id))}</div>
      <div>{t('receipt.servedBy', { name: sale.cashier.name })}</div>
      {sale.status !== 'completed' && <strong>{t(`sales.status.${sale.status}`)}</strong>}
      <table>
        <tbody>
          {sale.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a product may be on two lines, and their order never changes.
            <tr key={index}>
              <td>
                {item.name}
                <div>
                  {number(item.quantity)} × {inMoney(item.price)}
                </div>
              </td>
              <td className="number">{inMoney(item.price * item.quantity)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {sale.discount > 0 && (
            <>
              <ReceiptTotal name={t('receipt.subtotal')} value={inMoney(sale.subtotal)} />
              <ReceiptTotal name={t('sale.discount')} value={inMoney(-sale.discount)} />
            </>
          )}
          {!isInside && taxes}
          <ReceiptTotal name={t('sale.total')} value={inMoney(sale.total_amount)} isStrong />
          {sale.rounding !== 0 && <ReceiptTotal name={t('sale.rounding')} value={inMoney(sale.rounding)} />}
          {isInside && taxes}
          {amountsReceived(sale).map(({ id, method, amount }) => (
            <ReceiptTotal key={id} name={methodName(method)} value={inMoney(amount)} />
          ))}
          {sale.change > 0 && <ReceiptTotal name={t('sale.change')} value={inMoney(sale.change)} />}
          {refunded.map(({ id, amount, rounding }) => (
            <Fragment key={id}>
              <ReceiptTotal name={t('refund.title')} value={inMoney(-amount)} />
              {rounding !== 0 && <ReceiptTotal name={t('sale.rounding')} value={inMoney(-rounding)} />}
            </Fragment>
          ))}
        </tfoot>
      </table>
      {sale.points_earned > 0 && <div>{t('receipt.points', { points: number(sale.points_earned) })}</div>}
      <footer>{merchant.receipt_footer ?? t('receipt.thanks')}</footer>
    </section>
  );
}

function ReceiptTotal({ name, value, isStrong = false }: { name: string; value: string; isStrong?: boolean }) {
  return (
    <tr className={isStrong ? 'total' : undefined}>
      <th scope="row">{name}</th>
      <td className="number">{value}</td>
    </tr>
  );
}
