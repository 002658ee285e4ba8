import { useRef, useState } from 'react';

interface SequenceState {
  isRunning: boolean;
  done: number;
  of: number;
  /** Errors of what was rejected, by key. */
  errors: ReadonlyMap<string, unknown>;
}

const idle: SequenceState = { isRunning: false, done: 0, of: 0, errors: new Map() };

export interface Sequence extends SequenceState {
  /**
   * Sends a request for each item, one after the other. A rejected one does not stop those after it. While a sequence
   * runs, another one does nothing.
   * @param send for example with `sendOnce`, so that a lost response does not carry out an item twice
   * @returns the keys of the items that were carried out
   */
  run<Item>(
    items: readonly Item[],
    keyOf: (item: Item) => string,
    send: (item: Item) => Promise<{ response: unknown } | { error: unknown }>,
  ): Promise<ReadonlySet<string>>;
  reset(): void;
}

/** Several requests of one press. */
export function useSequence(): Sequence {
  const [state, setState] = useState(idle);
  const isRunning = useRef(false);
  const run: Sequence['run'] = async (items, keyOf, send) => {
    const done = new Set<string>();
    if (isRunning.current) return done;
    isRunning.current = true;
    const errors = new Map<string, unknown>();
    const of = items.length;
    try {
      for (const [at, item] of items.entries()) {
        setState({ isRunning: true, done: at, of, errors: new Map(errors) });
        const outcome = await send(item);
        if ('error' in outcome) errors.set(keyOf(item), outcome.error);
        else done.add(keyOf(item));
      }
    } finally {
      isRunning.current = false;
      setState({ isRunning: false, done: done.size, of, errors });
    }
    return done;
  };
  return { ...state, run, reset: () => setState(idle) };
}
