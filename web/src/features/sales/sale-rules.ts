import type { Permission } from '../../session/permissions.ts';
import type { ResponseData } from '../../session/types.ts';
import { refundableLinesOf } from './refund-lines.ts';

type Sale = ResponseData<'getTransaction'>;

/** What the user can do with a sale. The service checks it too. */
export function actionsOf(
  sale: Pick<Sale, 'status' | 'items' | 'refunded_amount'>,
  may: (what: Permission) => boolean,
): { canRefund: boolean; canVoid: boolean; canComplete: boolean } {
  const isParked = sale.status === 'pending';
  return {
    canRefund:
      ['completed', 'partially_refunded'].includes(sale.status) &&
      may('sales:refund') &&
      refundableLinesOf(sale).length > 0,
    canVoid: isParked
      ? may('sales:write')
      : sale.status === 'completed' && sale.refunded_amount === 0 && may('sales:void'),
    canComplete: isParked && may('sales:write'),
  };
}
