import { useEffect, useRef, useState } from 'react';
import type { Cart } from './cart.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { lookUp, lookups_at_most } from './scanning/catalogue-queries.ts';
import type { KnownCodes } from './scanning/known-codes.ts';
import { limitConcurrency } from './scanning/limit-concurrency.ts';
import { playErrorSound } from './scanning/sound.ts';
import type { TillEvent } from './till-state.ts';

interface Lookups extends Omit<Lookup, 'key' | 'code' | 'limit'> {
  /** How long to wait for another tab, which looks up the lines that it added. */
  wait_ms: number;
}

/** Looks up each code once. A failed line is looked up again when its state returns to `looking`. */
export function useLookups({ lines }: Cart, { known, catalogue, dispatch, wait_ms }: Lookups): void {
  const started = useRef(new Map<string, number>());
  const [limit] = useState(() => limitConcurrency(lookups_at_most));
  useEffect(() => {
    for (const { key, code, state } of lines) {
      if (state.kind !== 'looking') {
        clearTimeout(started.current.get(key));
        started.current.delete(key);
      } else if (!started.current.has(key)) {
        const start = () => void lookUpLine({ key, code, known, catalogue, limit, dispatch });
        started.current.set(key, window.setTimeout(start, wait_ms));
      }
    }
  }, [lines, limit, known, catalogue, dispatch, wait_ms]);
}

interface Lookup {
  key: string;
  code: string;
  known: KnownCodes;
  catalogue: Pick<Catalogue, 'find'>;
  /** Limits the number of parallel requests. */
  limit: ReturnType<typeof limitConcurrency>;
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
    if (only === undefined) playErrorSound();
  } catch {
    dispatch({ type: 'lookupFailed', key });
    playErrorSound();
  }
}
