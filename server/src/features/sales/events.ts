import type { Merchant } from '../../core/actor.ts';
import { eventType } from '../../platform/http/event-type.ts';
import type { Refund, Sale } from './sale.ts';
import { refund, toRefund, toTransaction, transaction } from './schemas.ts';

const showSale = (sale: Sale, { currency }: Merchant) => toTransaction(sale, currency);

export const saleEvents = {
  'sale.completed': eventType<Sale>('A sale was paid, also a parked one', transaction, showSale),
  'sale.parked': eventType<Sale>('A sale was parked', transaction, showSale),
  'sale.updated': eventType<Sale>('A parked sale was changed', transaction, showSale),
  'sale.voided': eventType<Sale>('A parked or completed sale was voided', transaction, showSale),
  'sale.refunded': eventType<Refund>('A sale was refunded, fully or in part', refund, (source, { currency }) =>
    toRefund(source, currency),
  ),
};
