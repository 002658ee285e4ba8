import { useEffect, useEffectEvent, useReducer, useRef, useState, useSyncExternalStore } from 'react';
import { textOf, withoutUndefined } from '../../design/forms/form-values.ts';
import { useI18n } from '../../language/i18n.tsx';
import { isApprovalRequired, TillhouseError } from '../../session/api.ts';
import { fieldErrors } from '../../session/error-text.ts';
import { afterOldSettings, afterSale, afterShiftChange } from '../../session/queries.ts';
import { useSession } from '../../session/session.tsx';
import { isHidden, watchSession } from '../../session/session-state.ts';
import { useIdempotentRequest } from '../../session/use-idempotent-request.ts';
import { needsRegister, paymentRegisterFor, registerFor } from '../registers/device-register.ts';
import { useDeviceRegister } from '../registers/use-device-register.ts';
import { canBePaid, contentOf, isEmpty, totalOf } from './cart.ts';
import { useCatalogue } from './catalogue/use-catalogue.ts';
import { newId } from './ids.ts';
import { ParkedSaleChanged, readUnchanged } from './parked.ts';
import { isUnchanged, type Parked, storedContentOf } from './parked-rules.ts';
import { type Paying, tenderOf } from './paying.ts';
import { createKnownCodes } from './scanning/known-codes.ts';
import { type SaleCall, takeover_ms } from './sent-sale.ts';
import { nextTill } from './till-state.ts';
import { useCompletedSale } from './use-completed-sale.ts';
import { useLookups } from './use-lookups.ts';
import { useOpening } from './use-opening.ts';
import { actionNeededBy, useSaleApproval } from './use-sale-approval.ts';
import { useStock } from './use-stock.ts';
import { storageOf, useStoredTill } from './use-stored-till.ts';

/**
 * The till with its side effects: looks up codes, stores its state on the device and sends sales.
 * @param owner the user, or the device that users share by PIN
 */
export function useTill(owner: string) {
  const { t } = useI18n();
  const { user, merchant, branches } = useSession();
  const [state, dispatch] = useReducer(nextTill, undefined, () => storageOf(merchant.id, owner).load());
  const device = useDeviceRegister();
  const [ownBranch, setBranch] = useState<string | undefined>(
    () => user.branch_id ?? branches.find(({ is_default }) => is_default)?.id,
  );
  const [completedSale, setCompletedSale] = useCompletedSale(owner);
  const [actionError, setActionError] = useState<unknown>();
  const isFromOtherTab = useStoredTill(owner, state, dispatch);
  const [known] = useState(() => createKnownCodes(() => performance.now()));
  const catalogue = useCatalogue(known.clear);
  useLookups(state.cart, { known, catalogue, dispatch, wait_ms: isFromOtherTab ? takeover_ms : 0 });

  const rejectSale = (pricesChanged: boolean, sale_id?: string) => {
    if (pricesChanged) {
      known.clear();
      catalogue.invalidate();
      // The total also depends on the shop's taxes.
      void afterOldSettings();
    }
    dispatch({ type: 'rejected', pricesChanged, sale_id });
  };
  // One request at a time for all sales of the till.
  const saleRequest = useIdempotentRequest(['createTransaction', 'completeTransaction'], {
    subject: 'till',
    onDone({ data }) {
      dispatch({ type: 'recorded', sale_id: data.id });
      setCompletedSale(data);
      void afterSale();
    },
    onRejected(error, call) {
      const sale_id = 'path' in call ? call.path.id : call.body.id;
      if (isApprovalRequired(error)) {
        const approval = { action: actionNeededBy(error), requested_by: user.id, id: null };
        return dispatch({ type: 'approvalNeeded', approval, sale_id });
      }
      rejectSale(isAboutPrices(error), sale_id);
      // For example a custom item, which the shop does not allow any more.
      if (error instanceof TillhouseError && error.code === 'VALIDATION_ERROR') void afterOldSettings();
      if ('register_id' in fieldErrors(error)) void afterShiftChange();
    },
  });
  const isWaiting = state.sent?.approval !== undefined;
  useRetry(isWaiting ? undefined : (state.sent?.request ?? undefined), saleRequest);
  const { asking, save: saveParked } = useSaleApproval({
    sent: state.sent,
    isFromOtherTab,
    dispatch,
    onApproved(request) {
      dispatch({ type: 'requested', request });
      send(saleRequest, request);
    },
    onGivenUp(sale_id, said) {
      saleRequest.reset();
      setActionError(said === undefined ? undefined : new Error(said));
      rejectSale(false, sale_id);
    },
  });
  const latest = useRef(state);
  latest.current = state;
  const isSavingParked = useRef(false);
  // A tab that asks for an approval is open.
  const isAskedElsewhere = isFromOtherTab && isWaiting;
  useRestoreUnsaved(state.sent?.request === null && !isSavingParked.current && !isAskedElsewhere, () =>
    rejectSale(false),
  );

  const { cart } = state;
  const isBusy = saleRequest.isPending || saleRequest.isUnknown || state.sent !== null;
  const { opening_id, open, cancelOpening } = useOpening({ merchant, catalogue, dispatch, onError: setActionError });
  const submit = (request: SaleCall) => {
    if (isBusy) return;
    cancelOpening();
    setCompletedSale(undefined);
    setActionError(undefined);
    dispatch({ type: 'sent', request });
    send(saleRequest, request);
  };
  /**
   * Saves the parked sale in the cart, or makes sure that it is stored as it was opened: then saving it could need an
   * approval that it does not need to be completed. Scans from now on belong to the next sale.
   */
  async function save(onSaved: (sale: Parked) => void): Promise<void> {
    const isSame = isUnchanged(cart, totalOf(cart, merchant), merchant);
    cancelOpening();
    setCompletedSale(undefined);
    setActionError(undefined);
    dispatch({ type: 'sent', request: null });
    isSavingParked.current = true;
    try {
      const saved = await (isSame ? readUnchanged(cart, { merchant, catalogue }) : saveParked(cart));
      // After a long time another tab may have restored the sale to the cart.
      if (latest.current.sent?.cart.parked_id === cart.parked_id) onSaved(saved);
    } catch (error) {
      // Another tab may have restored it, and sent it or another sale since.
      const { sent } = latest.current;
      if (sent?.request !== null || sent.cart.parked_id !== cart.parked_id) return;
      rejectSale(false);
      if (!(error instanceof ParkedSaleChanged)) return setActionError(error);
      dispatch({ type: 'opened', cart: error.cart });
      setActionError(new Error(t('till.saleChanged')));
    } finally {
      isSavingParked.current = false;
    }
  }
  // The branch of a sale is its register's.
  const branch = device.choice?.branch_id ?? ownBranch;
  const branchField = branch === undefined ? {} : { branch_id: branch };
  const stock = useStock(cart, branch);
  const needsChoice = needsRegister(device.registers, branch);
  return {
    state,
    dispatch,
    branch,
    /** What can be sold of the products in the cart, as far as it is known. */
    stock,
    setBranch,
    device,
    /** Whether the branch sells at its registers only. */
    needsRegister: needsChoice,
    completedSale,
    saleRequest,
    /** The approval that the sale waits for. */
    asking,
    isBusy,
    total: totalOf(cart, merchant),
    scan(code: string, quantity: number) {
      setCompletedSale(undefined);
      const goods = known.find(code);
      dispatch(goods === undefined ? { type: 'scanned', code, quantity } : { type: 'picked', goods, quantity });
    },
    addProduct(product_id: string, name: string, quantity: number) {
      setCompletedSale(undefined);
      dispatch({ type: 'productAdded', product_id, name, quantity });
    },
    sell(paying: Paying) {
      if (!canBePaid(cart) || isBusy) return;
      const total = totalOf(cart, merchant);
      const tender = tenderOf(total, paying, merchant.currency);
      if (cart.parked_id === null) {
        submit({
          name: 'createTransaction',
          call: {
            body: {
              id: newId(),
              ...contentOf(cart),
              ...branchField,
              ...registerFor(device.choice, branch),
              ...tender,
              expected_total: total,
            },
            idempotencyKey: newId(),
          },
        });
        return;
      }
      const request: SaleCall = {
        name: 'completeTransaction',
        call: {
          path: { id: cart.parked_id },
          body: {
            ...tender,
            ...paymentRegisterFor(device.choice, cart.parked_branch_id),
            expected_total: total,
          },
          idempotencyKey: newId(),
        },
      };
      void save((saved) => {
        // The charged total must be the shown total.
        if (saved.total_amount !== total) {
          setActionError(new Error(t('till.saleChanged')));
          return rejectSale(true);
        }
        dispatch({ type: 'requested', request, parked_content: storedContentOf(saved, merchant) });
        send(saleRequest, request);
      });
    },
    park() {
      if (!canBePaid(cart) || isBusy) return;
      const labelled = withoutUndefined({ label: textOf(cart.label) });
      if (cart.parked_id === null)
        submit({
          name: 'createTransaction',
          call: {
            body: { id: newId(), ...contentOf(cart), ...branchField, ...labelled, status: 'pending' },
            idempotencyKey: newId(),
          },
        });
      else
        void save(() => {
          dispatch({ type: 'recorded' });
          void afterSale();
        });
    },
    /** The parked sale that is being opened. */
    opening_id,
    open,
    actionError,
    clearActionError: () => setActionError(undefined),
    empty() {
      // The error belongs to the cart.
      saleRequest.reset();
      setActionError(undefined);
      dispatch({ type: 'emptied' });
    },
    isEmpty: isEmpty(cart),
  };
}

export type TillControl = ReturnType<typeof useTill>;

type SaleRequest = ReturnType<typeof useIdempotentRequest<'createTransaction' | 'completeTransaction'>>;

function send(saleRequest: SaleRequest, request: SaleCall): void {
  if (request.name === 'createTransaction') saleRequest.send(request.name, request.call);
  else saleRequest.send(request.name, request.call);
}

/** Another user of the till may have sent it, and it may have been recorded. */
function resume(saleRequest: SaleRequest, request: SaleCall): void {
  if (request.name === 'createTransaction') saleRequest.resume(request.name, request.call);
  else saleRequest.resume(request.name, request.call);
}

/** Sends a request of unknown outcome again after a reload, or after the tab that sent it was closed. */
function useRetry(request: SaleCall | undefined, saleRequest: SaleRequest): void {
  const isFirst = useRef(true);
  const isSentHere = saleRequest.isPending || saleRequest.isUnknown;
  // Under a locked page, requests are of the user who registered the till.
  const isAway = useSyncExternalStore(watchSession, isHidden);
  const sendAgain = useEffectEvent((known: SaleCall) => resume(saleRequest, known));
  useEffect(() => {
    if (isAway) return;
    const wait_ms = isFirst.current ? 0 : takeover_ms;
    isFirst.current = false;
    if (request === undefined || isSentHere) return;
    const timer = setTimeout(() => sendAgain(request), wait_ms);
    return () => clearTimeout(timer);
  }, [request, isSentHere, isAway]);
}

/** Restores a parked sale to the cart if the tab that was saving it may be closed. */
function useRestoreUnsaved(isSavedElsewhere: boolean, restore: () => void): void {
  const onTimeOver = useEffectEvent(restore);
  useEffect(() => {
    if (!isSavedElsewhere) return;
    const timer = setTimeout(() => onTimeOver(), takeover_ms);
    return () => clearTimeout(timer);
  }, [isSavedElsewhere]);
}

const isAboutPrices = (error: unknown): boolean =>
  error instanceof TillhouseError && error.details.some(({ field }) => field === 'expected_total');
