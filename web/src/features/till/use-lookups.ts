import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Cart, Goods, Line } from './cart.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { linesToLookUp, lookupId } from './lookup-rules.ts';
import { lookUp, lookUpProduct, lookUpWithVariants, lookups_at_most } from './scanning/catalogue-queries.ts';
import type { KnownCodes } from './scanning/known-codes.ts';
import { limitConcurrency } from './scanning/limit-concurrency.ts';
import { playErrorSound } from './scanning/sound.ts';
import type { TillEvent } from './till-state.ts';

interface Lookups extends Omit<Lookup, 'limit'> {
  /** How long to wait for another tab, which looks up the lines that it added. */
  wait_ms: number;
}

/** Looks up each code once. A line is looked up again when its state returns to `looking`, or the line to the cart. */
export function useLookups(cart: Cart, { known, catalogue, dispatch, wait_ms }: Lookups): void {
  const { lines } = cart;
  useRetryOnline(cart, dispatch);
  const started = useRef(new Map<string, number>());
  const [limit] = useState(() => limitConcurrency(lookups_at_most));
  useEffect(() => {
    const { begun, over } = linesToLookUp(lines, started.current);
    for (const id of over) {
      clearTimeout(started.current.get(id));
      started.current.delete(id);
    }
    for (const line of begun) {
      const start = () => void lookUpLine(line, { known, catalogue, limit, dispatch });
      started.current.set(lookupId(line), window.setTimeout(start, wait_ms));
    }
  }, [lines, limit, known, catalogue, dispatch, wait_ms]);
}

/** Looks failed lines up again as soon as the device is online. */
function useRetryOnline({ lines }: Cart, dispatch: Lookups['dispatch']): void {
  const retry = useEffectEvent(() => {
    for (const { key, state } of lines) if (state.kind === 'failed') dispatch({ type: 'lookupRetried', key });
  });
  useEffect(() => {
    const onOnline = () => retry();
    addEventListener('online', onOnline);
    return () => removeEventListener('online', onOnline);
  }, []);
}

interface Lookup {
  known: KnownCodes;
  catalogue: Pick<Catalogue, 'find' | 'findById' | 'findWithVariants'>;
  /** Limits the number of parallel requests. */
  limit: ReturnType<typeof limitConcurrency>;
  dispatch(event: TillEvent): void;
}

async function lookUpLine(line: Line, { known, catalogue, limit, dispatch }: Lookup): Promise<void> {
  const { key, code, product_id } = line;
  try {
    const local = await findLocally(line, catalogue);
    const goods = local ?? (await limit(() => lookUpGoods(line)));
    const [only, ...others] = goods;
    if (local === undefined && product_id === undefined && only !== undefined && others.length === 0)
      known.add(code, only);
    dispatch(only === undefined ? { type: 'notFound', key, code } : { type: 'found', key, code, goods });
    if (only === undefined) playErrorSound();
  } catch {
    dispatch({ type: 'lookupFailed', key, code });
    playErrorSound();
  }
}

async function findLocally(
  { code, product_id, offers_variants }: Line,
  catalogue: Lookup['catalogue'],
): Promise<Goods[] | undefined> {
  if (product_id !== undefined && offers_variants) return catalogue.findWithVariants(product_id);
  const goods = await (product_id === undefined ? catalogue.find(code) : catalogue.findById(product_id));
  return goods && [goods];
}

/** A request that cannot be sent fails at once, so that the cashier can go on. It is sent when the device is online. */
function lookUpGoods({ code, product_id, offers_variants }: Line): Promise<Goods[]> {
  if (!navigator.onLine) throw new Error('the device is offline');
  if (product_id === undefined) return lookUp(code);
  return offers_variants ? lookUpWithVariants(product_id) : lookUpProduct(product_id, code);
}
