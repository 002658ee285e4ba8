import type { Permission } from '../../session/permissions.ts';
import type { Merchant, ResponseData } from '../../session/types.ts';
import { addUp } from './cash-rules.ts';
import { refundableLinesOf } from './refund-lines.ts';

type Sale = ResponseData<'getTransaction'>;

interface Rights {
  may(what: Permission): boolean;
  /** With a rule, a user who may not void alone can ask for an approval. */
  rules: readonly Pick<Merchant['approval_rules'][number], 'action'>[];
}

/** What the user can do with a sale. The service checks it too. */
export function actionsOf(
  sale: Pick<Sale, 'status' | 'items' | 'refunded_amount'>,
  { may, rules }: Rights,
): { canRefund: boolean; canVoid: boolean; canComplete: boolean } {
  const isParked = sale.status === 'pending';
  const canAskToVoid = may('sales:write') && rules.some(({ action }) => action === 'void');
  return {
    canRefund:
      ['completed', 'partially_refunded', 'refunded'].includes(sale.status) &&
      may('sales:refund') &&
      refundableLinesOf(sale).length > 0,
    canVoid: isParked
      ? may('sales:write')
      : sale.status === 'completed' && sale.refunded_amount === 0 && (may('sales:void') || canAskToVoid),
    canComplete: isParked && may('sales:write'),
  };
}

/** The money that a void pays back: the payments as they were made. Points come back as points. */
export const paidBackOf = ({ payments }: Pick<Sale, 'payments'>, currency: string): number =>
  addUp(currency, ...payments.flatMap(({ method, amount }) => (method === 'points' ? [] : amount)));
