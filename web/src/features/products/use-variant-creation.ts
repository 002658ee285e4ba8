import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { sendOnce } from '../../session/send-once.ts';
import type { NewVariant } from './variant-rules.ts';

interface CreationState {
  isRunning: boolean;
  done: number;
  of: number;
  /** Errors of the rejected variants, by name. */
  errors: ReadonlyMap<string, unknown>;
}

const idle: CreationState = { isRunning: false, done: 0, of: 0, errors: new Map() };

/** Creates variants one after the other. A rejected one does not stop those after it. */
export function useVariantCreation() {
  const queries = useQueryClient();
  const [state, setState] = useState(idle);
  const isRunning = useRef(false);
  /** @returns the names of the created variants */
  const create = async (product_id: string, variants: readonly NewVariant[]): Promise<ReadonlySet<string>> => {
    const created = new Set<string>();
    if (isRunning.current) return created;
    isRunning.current = true;
    const errors = new Map<string, unknown>();
    const of = variants.length;
    try {
      for (const [done, variant] of variants.entries()) {
        setState({ isRunning: true, done, of, errors: new Map(errors) });
        const outcome = await sendOnce(`createVariant ${product_id} ${variant.name}`, 'createVariant', {
          path: { id: product_id },
          body: variant,
        });
        if ('error' in outcome) errors.set(variant.name, outcome.error);
        else created.add(variant.name);
      }
    } finally {
      isRunning.current = false;
      setState({ isRunning: false, done: created.size, of, errors });
    }
    void Promise.all(['products', 'stock'].map((kind) => queries.invalidateQueries({ queryKey: [kind] })));
    return created;
  };
  return { ...state, create, reset: () => setState(idle) };
}
