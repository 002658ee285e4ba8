import { model, race } from './checks.ts';
import type { Fault } from './fault.ts';

const differ = /service and model differ/;

/** Faults of stock: sales, reservations, movements and counts. */
export const stockFaults: readonly Fault[] = [
  {
    name: 'levels-unlocked',
    in: 'lockExistingLevels',
    find: '      for update of l\n',
    put: '',
    breaks: 'A level is read and changed without a lock',
    by: race('counts and sales'),
    says: /each balance follows from another|movements of sales|I1 /,
  },
  {
    name: 'reserved-shown-as-available',
    in: 'available',
    find: 'sql<number>`(l.on_hand - l.reserved)`',
    put: 'sql<number>`(l.on_hand)`',
    breaks: 'Stock reserved for a parked sale is shown as available',
    by: model(),
    says: differ,
  },
  {
    name: 'one-sided-transfer',
    in: 'transferStock',
    find: "    { ...to, ...cause, quantity, type: 'transfer_in' as const },\n",
    put: '',
    breaks: 'A transfer leaves one warehouse and arrives nowhere',
    by: model(),
    says: /service and model differ.*I3 /s,
  },
  {
    name: 'restock-forgotten',
    in: 'refundSale',
    find: 'if (request.restock) await restock(',
    put: 'if (request.restock && request.items !== undefined) await restock(',
    breaks: 'A complete refund does not restock',
    by: model(),
    says: differ,
  },
  {
    name: 'void-keeps-reservation',
    in: 'reversingMoves',
    find: '{ quantity: 0, reserve: -quantity }',
    put: '{ quantity: 0 }',
    breaks: 'A voided parked sale keeps its reservation',
    by: model(),
    says: /service and model differ.*I2 /s,
  },
  {
    name: 'deleted-sold',
    in: 'listSellables',
    find: '      and p.deleted_at is null and parent.deleted_at is null`',
    put: '      and parent.deleted_at is null`',
    breaks: 'A deleted product can be sold',
    by: model(),
    says: differ,
  },
  {
    name: 'duplicate-sku-internal-error',
    in: 'errorsByConstraint',
    find: '  products_sku_unique:',
    put: '  products_sku_taken:',
    breaks: 'Of two concurrent requests for a SKU the second gets an internal error',
    by: race('twins'),
    says: /INTERNAL_ERROR/,
  },
];
