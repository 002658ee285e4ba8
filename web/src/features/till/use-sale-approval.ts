import { useEffect, useEffectEvent, useState } from 'react';
import { isApprovalRequired, TillhouseError } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { approvalBodyOfSale, neededAction, withApproval } from '../approvals/act-rules.ts';
import type { Asking } from '../approvals/approval-dialog.tsx';
import type { Cart } from './cart.ts';
import { saveApproved, saveParked, savingOf } from './parked.ts';
import type { Parked } from './parked-rules.ts';
import { type SaleCall, type Sent, saleIdOf, takeover_ms } from './sent-sale.ts';
import type { TillEvent } from './till-state.ts';

interface SaleApprovalOptions {
  sent: Sent | null;
  /** Whether another tab changed the till last. That tab requests the approval. */
  isFromOtherTab: boolean;
  dispatch(event: TillEvent): void;
  /** Sends the sale again, with its approval. */
  onApproved(request: SaleCall): void;
  /** Returns the sale to the cart. `said` is why it was not approved. */
  onGivenUp(sale_id: string | undefined, said: string | undefined): void;
}

export const actionNeededBy = (error: unknown) => neededAction(error instanceof TillhouseError ? error.details : []);

/** Asks for the approval of the sale that was sent, or of the change of a parked sale. */
export function useSaleApproval({ sent, isFromOtherTab, dispatch, onApproved, onGivenUp }: SaleApprovalOptions) {
  const { user } = useSession();
  const [pendingSave, setPendingSave] = useState<Asking>();
  const approval = sent?.approval;
  const request = sent?.request ?? undefined;
  // Another user has unlocked a shared till. They cannot use the approval, and charge the cart themselves.
  const isOfOther = approval !== undefined && approval.requested_by !== user.id;
  const giveUp = useEffectEvent(() => onGivenUp(request && saleIdOf(request), undefined));
  useEffect(() => {
    if (isOfOther) giveUp();
  }, [isOfOther]);
  const isSaving = sent !== null && sent.request === null;
  // The sale has returned to the cart, by another tab or because another user has unlocked the till.
  const abandon = useEffectEvent(() => pendingSave?.onClose());
  useEffect(() => {
    if (!isSaving) abandon();
  }, [isSaving]);
  const mayRequest = useTakeover(isFromOtherTab && approval?.id === null);

  /** Saves a parked sale. @throws Error that says why its change was not approved; undefined if it was cancelled */
  async function save(cart: Cart): Promise<Parked> {
    try {
      return await saveParked(cart);
    } catch (error) {
      if (!isApprovalRequired(error)) throw error;
      const action = actionNeededBy(error);
      const approved = Promise.withResolvers<string>();
      setPendingSave({
        body: approvalBodyOfSale('updateTransaction', savingOf(cart), action),
        onApproved: approved.resolve,
        onClose: (said) => approved.reject(said === undefined ? undefined : new Error(said)),
      });
      // Other tabs leave the sale to this one.
      dispatch({ type: 'approvalNeeded', approval: { action, requested_by: user.id, id: null }, sale_id: undefined });
      const approval_id = await approved.promise.finally(() => setPendingSave(undefined));
      return await saveApproved(cart, approval_id);
    }
  }

  const asksToSell: Asking | undefined =
    approval === undefined || request === undefined || isOfOther || !mayRequest
      ? undefined
      : {
          body: approvalBodyOfSale(request.name, request.call, approval.action),
          known_id: approval.id,
          onRequested: (id) =>
            dispatch({ type: 'approvalNeeded', approval: { ...approval, id }, sale_id: saleIdOf(request) }),
          onApproved: (id) => onApproved({ ...request, call: withApproval(request.call, id) } as SaleCall),
          onClose: (said) => onGivenUp(saleIdOf(request), said),
        };
  return { asking: asksToSell ?? (isSaving ? pendingSave : undefined), save };
}

/** True, or if another tab is at work, true once it may be closed. */
function useTakeover(isOtherAtWork: boolean): boolean {
  const [hasTakenOver, setTakenOver] = useState(false);
  useEffect(() => {
    setTakenOver(false);
    if (!isOtherAtWork) return;
    const timer = setTimeout(() => setTakenOver(true), takeover_ms);
    return () => clearTimeout(timer);
  }, [isOtherAtWork]);
  return !isOtherAtWork || hasTakenOver;
}
