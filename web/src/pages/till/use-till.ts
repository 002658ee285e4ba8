import { useEffect, useReducer, useRef, useState } from 'react';
import { afterSale } from '../../queries.ts';
import { TillhouseError } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { useAct } from '../../session/use-act.ts';
import type { ReceiptSale } from '../sales/receipt.tsx';
import { atMost } from './at-most.ts';
import { type Cart, canBePaid, contentOf, isEmpty, totalOf } from './cart.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { useCatalogue } from './catalogue/use-catalogue.ts';
import { lookUp, sellablesAt } from './catalogue-queries.ts';
import { newId } from './ids.ts';
import { createKnownCodes, type KnownCodes } from './known-codes.ts';
import { openParked, saveParked } from './parked.ts';
import { type Paying, tenderOf } from './paying.ts';
import { soundAlarm } from './sound.ts';
import { nextTill, type SaleCall, type TillEvent, type TillState } from './till-state.ts';
import { openTillStorage } from './till-storage.ts';

/** Maximum number of parallel lookups, so that many fast scans do not use up the rate limit. */
const lookups_at_most = 4;

/** A sale that another tab sent belongs to that tab for this time. After it, the tab may be closed, and this one takes over. */
const takeover_ms = 10_000;

const storageOf = (merchant_id: string, user_id: string) =>
  openTillStorage(() => localStorage, { merchant_id, user_id });

/** The till with its side effects: looks up codes, stores its state on the device and sends sales. */
export function useTill() {
  const { user, merchant, branches } = useSession();
  const [state, dispatch] = useReducer(nextTill, undefined, () => storageOf(merchant.id, user.id).load());
  const [branch, setBranch] = useState<string | undefined>(
    () => user.branch_id ?? branches.find(({ is_default }) => is_default)?.id,
  );
  const [done, setDone] = useState<ReceiptSale>();
  const [problem, setProblem] = useState<unknown>();
  const [isSaving, setSaving] = useState(false);
  useStoredTill(state, dispatch);
  const [known] = useState(() => createKnownCodes(() => performance.now()));
  const catalogue = useCatalogue(known.clear);
  useLookups(state.cart, { known, catalogue, dispatch });

  const refuse = (pricesChanged: boolean, sale_id?: string) => {
    if (pricesChanged) {
      known.clear();
      catalogue.invalidate();
    }
    dispatch({ type: 'refused', pricesChanged, sale_id });
  };
  // One request at a time for all sales of the till.
  const act = useAct(['createTransaction', 'completeTransaction'], {
    about: 'till',
    onDone({ data }) {
      dispatch({ type: 'recorded', sale_id: data.id });
      setDone(data);
      void afterSale();
    },
    onRefused: (error, call) => refuse(isAboutPrices(error), 'path' in call ? call.path.id : call.body.id),
  });
  useRetry(state.sent?.request ?? undefined, act);
  const latest = useRef(state);
  latest.current = state;
  const isSavingParked = useRef(false);
  useRestoreUnsaved(state.sent?.request === null && !isSavingParked.current, () => refuse(false));

  const { cart } = state;
  const isBusy = act.isPending || act.isUnknown || state.sent !== null || isSaving;
  const submit = (request: SaleCall) => {
    if (isBusy) return;
    setDone(undefined);
    dispatch({ type: 'sent', request });
    send(act, request);
  };
  /** Runs a request that changes nothing at the service. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    setProblem(undefined);
    setSaving(true);
    try {
      await work();
    } catch (error) {
      setProblem(error);
    } finally {
      setSaving(false);
    }
  }
  /** Saves the parked sale in the cart. Scans from now on belong to the next sale. */
  async function save(onSaved: (total: number) => void): Promise<void> {
    setDone(undefined);
    setProblem(undefined);
    dispatch({ type: 'sent', request: null });
    isSavingParked.current = true;
    try {
      const saved = await saveParked(cart);
      // After a long time another tab may have restored the sale to the cart.
      if (latest.current.sent?.cart.parked_id === cart.parked_id) onSaved(saved);
    } catch (error) {
      setProblem(error);
      refuse(false);
    } finally {
      isSavingParked.current = false;
    }
  }
  const place = branch === undefined ? {} : { branch_id: branch };
  return {
    state,
    dispatch,
    branch,
    setBranch,
    done,
    act,
    isBusy,
    total: totalOf(cart, merchant),
    scan(code: string, quantity: number) {
      setDone(undefined);
      const goods = known.find(code);
      dispatch(goods === undefined ? { type: 'scanned', code, quantity } : { type: 'picked', goods, quantity });
    },
    offer: (product_id: string, quantity: number) =>
      attempt(async () => {
        setDone(undefined);
        const goods = await sellablesAt(product_id);
        dispatch({ type: 'offered', code: goods[0]?.sku ?? product_id, goods, quantity });
      }),
    sell(paying: Paying) {
      if (!canBePaid(cart) || isBusy) return;
      const total = totalOf(cart, merchant);
      const tender = tenderOf(total, paying, merchant.currency);
      if (cart.parked_id === null) {
        submit({
          name: 'createTransaction',
          call: {
            body: { id: newId(), ...contentOf(cart), ...place, ...tender, expected_total: total },
            idempotencyKey: newId(),
          },
        });
        return;
      }
      const request: SaleCall = {
        name: 'completeTransaction',
        call: { path: { id: cart.parked_id }, body: tender, idempotencyKey: newId() },
      };
      void save((saved) => {
        // The charged total must be the shown total.
        if (saved !== total) return refuse(true);
        dispatch({ type: 'requested', request });
        send(act, request);
      });
    },
    park() {
      if (!canBePaid(cart) || isBusy) return;
      const labelled = cart.label.trim() === '' ? {} : { label: cart.label.trim() };
      if (cart.parked_id === null)
        submit({
          name: 'createTransaction',
          call: {
            body: { id: newId(), ...contentOf(cart), ...place, ...labelled, status: 'pending' },
            idempotencyKey: newId(),
          },
        });
      else
        void save(() => {
          dispatch({ type: 'recorded' });
          void afterSale();
        });
    },
    open: (id: string) =>
      attempt(async () => dispatch({ type: 'opened', cart: await openParked(id, merchant.currency) })),
    problem,
    empty: () => dispatch({ type: 'emptied' }),
    isEmpty: isEmpty(cart),
  };
}

export type TillControl = ReturnType<typeof useTill>;

type SaleAct = ReturnType<typeof useAct<'createTransaction' | 'completeTransaction'>>;

function send(act: SaleAct, request: SaleCall): void {
  if (request.name === 'createTransaction') act.send(request.name, request.call);
  else act.send(request.name, request.call);
}

/** Stores the till on the device, and follows the changes of other tabs. All tabs show the same till. */
function useStoredTill(state: TillState, dispatch: (event: TillEvent) => void): void {
  const { user, merchant } = useSession();
  const seen = useRef(state);
  useEffect(() => {
    if (seen.current !== state) storageOf(merchant.id, user.id).save(state);
    seen.current = state;
  }, [state, merchant.id, user.id]);
  useEffect(
    () =>
      storageOf(merchant.id, user.id).watch((followed) => {
        seen.current = followed;
        dispatch({ type: 'followed', state: followed });
      }),
    [dispatch, merchant.id, user.id],
  );
}

/** Sends a request of unknown outcome again after a reload, or after the tab that sent it was closed. */
function useRetry(request: SaleCall | undefined, act: SaleAct): void {
  const isFirst = useRef(true);
  const isOurs = act.isPending || act.isUnknown;
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const wait_ms = isFirst.current ? 0 : takeover_ms;
    isFirst.current = false;
    if (request === undefined || isOurs) return;
    const timer = setTimeout(() => send(latest.current, request), wait_ms);
    return () => clearTimeout(timer);
  }, [request, isOurs]);
}

/** Restores a parked sale to the cart if the tab that was saving it may be closed. */
function useRestoreUnsaved(isOthers: boolean, restore: () => void): void {
  const latest = useRef(restore);
  latest.current = restore;
  useEffect(() => {
    if (!isOthers) return;
    const timer = setTimeout(() => latest.current(), takeover_ms);
    return () => clearTimeout(timer);
  }, [isOthers]);
}

const isAboutPrices = (error: unknown): boolean =>
  error instanceof TillhouseError && error.details.some(({ field }) => field === 'expected_total');

type Lookups = Omit<Lookup, 'key' | 'code' | 'limit'>;

/** Looks up each code once. A failed line is looked up again when its state returns to `looking`. */
function useLookups({ lines }: Cart, { known, catalogue, dispatch }: Lookups): void {
  const started = useRef(new Set<string>());
  const [limit] = useState(() => atMost(lookups_at_most));
  useEffect(() => {
    for (const { key, code, state } of lines) {
      if (state.kind !== 'looking') started.current.delete(key);
      else if (!started.current.has(key)) {
        started.current.add(key);
        void lookUpLine({ key, code, known, catalogue, limit, dispatch });
      }
    }
  }, [lines, limit, known, catalogue, dispatch]);
}

interface Lookup {
  key: string;
  code: string;
  known: KnownCodes;
  catalogue: Pick<Catalogue, 'find'>;
  /** Limits the number of parallel requests. */
  limit: ReturnType<typeof atMost>;
  dispatch(event: TillEvent): void;
}

async function lookUpLine({ key, code, known, catalogue, limit, dispatch }: Lookup): Promise<void> {
  const local = await catalogue.find(code);
  if (local !== undefined) return dispatch({ type: 'found', key, goods: [local] });
  try {
    const goods = await limit(() => lookUp(code));
    const [only, ...others] = goods;
    if (only !== undefined && others.length === 0) known.add(code, only);
    dispatch(only === undefined ? { type: 'notFound', key } : { type: 'found', key, goods });
    if (only === undefined) soundAlarm();
  } catch {
    dispatch({ type: 'lookupFailed', key });
    soundAlarm();
  }
}
