import { useEffect, useRef, useState } from 'react';
import { isApprovalRequired, TillhouseError } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { approvalBodyOfSale, neededAction, withApproval } from '../approvals/act-rules.ts';
import type { Asking } from '../approvals/approval-dialog.tsx';
import type { Cart } from './cart.ts';
import { saveParked, savingOf } from './parked.ts';
import { type SaleCall, type Sent, saleIdOf } from './sent-sale.ts';
import type { TillEvent } from './till-state.ts';

interface SaleApprovalOptions {
  sent: Sent | null;
  dispatch(event: TillEvent): void;
  /** Sends the sale again, with its approval. */
  onApproved(request: SaleCall): void;
  /** Returns the sale to the cart. `said` is why it was not approved. */
  onGivenUp(sale_id: string | undefined, said: string | undefined): void;
}

export const actionNeededBy = (error: unknown) => neededAction(error instanceof TillhouseError ? error.details : []);

/** Asks for the approval of the sale that was sent, or of the change of a parked sale. */
export function useSaleApproval({ sent, dispatch, onApproved, onGivenUp }: SaleApprovalOptions) {
  const { user } = useSession();
  const [asksToSave, setAsksToSave] = useState<Asking>();
  const approval = sent?.approval;
  const request = sent?.request ?? undefined;
  // Another user has unlocked a shared till. They cannot use the approval, and charge the cart themselves.
  const isOfOther = approval !== undefined && approval.requested_by !== user.id;
  const latest = useRef(() => undefined as unknown);
  latest.current = () => onGivenUp(request && saleIdOf(request), undefined);
  useEffect(() => {
    if (isOfOther) latest.current();
  }, [isOfOther]);
  const isSaving = sent !== null && sent.request === null;

  /** Saves a parked sale. @throws Error that says why its change was not approved; undefined if it was cancelled */
  async function save(cart: Cart): Promise<number> {
    try {
      return await saveParked(cart);
    } catch (error) {
      if (!isApprovalRequired(error)) throw error;
      const body = approvalBodyOfSale('updateTransaction', savingOf(cart), actionNeededBy(error));
      const approved = Promise.withResolvers<string>();
      setAsksToSave({
        body,
        onApproved: approved.resolve,
        onClose: (said) => approved.reject(said === undefined ? undefined : new Error(said)),
      });
      try {
        return await saveParked(cart, await approved.promise);
      } finally {
        setAsksToSave(undefined);
      }
    }
  }

  const asksToSell: Asking | undefined =
    approval === undefined || request === undefined || isOfOther
      ? undefined
      : {
          body: approvalBodyOfSale(request.name, request.call, approval.action),
          known_id: approval.id,
          onRequested: (id) =>
            dispatch({ type: 'approvalNeeded', approval: { ...approval, id }, sale_id: saleIdOf(request) }),
          onApproved: (id) => onApproved({ ...request, call: withApproval(request.call, id) } as SaleCall),
          onClose: (said) => onGivenUp(saleIdOf(request), said),
        };
  return { asking: asksToSell ?? (isSaving ? asksToSave : undefined), save };
}
