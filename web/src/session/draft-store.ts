import type { DraftStorage } from './draft-storage.ts';

/** One draft, which all forms of its subject share: also one that was left while it still sends. */
export interface DraftStore<Draft> {
  get(): Draft;
  /** Stores the change at once. */
  change(update: (before: Draft) => Draft): void;
  subscribe(onChange: () => void): () => void;
}

export function createDraftStore<Draft>(storage: DraftStorage<Draft>, subject: string): DraftStore<Draft> {
  const listeners = new Set<() => void>();
  let draft = storage.load(subject);
  return {
    get: () => draft,
    change(update) {
      draft = update(draft);
      storage.save(subject, draft);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
