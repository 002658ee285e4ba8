import type { Call } from '@tillhouse/client';

/** The requests of these pages that may need an approval, with their addresses. */
const paths = {
  createCashMovement: '/shifts/{id}/movements',
  voidCashMovement: '/shifts/{id}/movements/{movement_id}/void',
  closeShift: '/shifts/{id}/close',
  refundTransaction: '/transactions/{id}/refund',
  voidTransaction: '/transactions/{id}/void',
  adjustStock: '/inventory/adjustment',
} as const;

export type ActName = keyof typeof paths;

/** The same for sales of the till. What they need an approval for is in the error. */
const salePaths = {
  createTransaction: '/transactions',
  updateTransaction: '/transactions/{id}',
  completeTransaction: '/transactions/{id}/complete',
} as const;

export type SaleAct = keyof typeof salePaths;
export type ApprovalBody = Call<'requestApproval'>['body'];
export type ApprovalAction = ApprovalBody['action'];

interface Act {
  path?: { id: string; movement_id?: string };
  body?: object | undefined;
}

/** The address with the ids of the call. */
const addressOf = (template: string, { id = '', movement_id = '' }: Partial<NonNullable<Act['path']>> = {}) =>
  template.replace('{id}', id).replace('{movement_id}', movement_id);

/** What to send to request an approval of this call. The call must then be sent with exactly the same body. */
export function approvalBodyOf(name: ActName, { path, body }: Act): ApprovalBody {
  const address = addressOf(paths[name], path);
  return { action: actionOf(name, body), method: 'POST', path: address, ...(body === undefined ? {} : { body }) };
}

/** What to send to request an approval of a sale, for this action. */
export function approvalBodyOfSale(name: SaleAct, { path, body }: Act, action: ApprovalAction): ApprovalBody {
  const address = addressOf(salePaths[name], path);
  return { action, method: name === 'updateTransaction' ? 'PUT' : 'POST', path: address, body };
}

/** The action that a rejected sale needs an approval for; the first one, if there are several. */
export function neededAction(details: readonly { field: string; message: string }[]): ApprovalAction {
  const [named] = details.flatMap(({ field, message }) => (field === 'approval' ? [message.split(' ').at(-1)] : []));
  return named === 'price_override' ? named : 'discount';
}

/** Whether a rejected request says that its approval was used, by this request itself if its response was lost. */
export const isUsedApproval = ({ code, details }: { code: string; details: readonly { message: string }[] }): boolean =>
  code === 'APPROVAL_INVALID' && details.some(({ message }) => message === 'was used already');

function actionOf(name: ActName, body: object = {}): ApprovalAction {
  switch (name) {
    case 'createCashMovement':
      return 'type' in body && body.type === 'no_sale' ? 'no_sale' : 'paid_out';
    case 'voidCashMovement':
      return 'paid_out';
    case 'closeShift':
      return 'shift_variance';
    case 'refundTransaction':
      return 'refund';
    case 'voidTransaction':
      return 'void';
    case 'adjustStock':
      return 'stock_adjustment';
  }
}

/** The same call, with the approval that it needs. */
export const withApproval = <AnyCall extends object>(call: AnyCall, approval_id: string) => ({
  ...call,
  headers: { 'approval-id': approval_id },
});
