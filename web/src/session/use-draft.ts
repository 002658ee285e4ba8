import { useState, useSyncExternalStore } from 'react';
import { openDraftStorage } from './draft-storage.ts';
import { createDraftStore, type DraftStore } from './draft-store.ts';
import { useSession } from './session.tsx';

export interface KeptDraft<Draft> {
  draft: Draft;
  /** The draft with changes of other forms, also after this one was left. */
  latest(): Draft;
  /** Stores the change at once, also if the page has been left meanwhile. */
  change(update: (before: Draft) => Draft): void;
  /** Removes the draft from the device. It is still shown. */
  forget(): void;
}

const stores = new Map<string, unknown>();

/**
 * What was typed into a form, kept on this device until it is saved. A form for another subject needs another `key`.
 * @param name of this kind of draft
 */
export function useDraft<Draft extends object>(name: string, subject: string, empty: Draft): KeptDraft<Draft> {
  const { user, merchant } = useSession();
  const [{ storage, store, key }] = useState(() => {
    const opened = openDraftStorage(() => localStorage, { name, merchant_id: merchant.id, user_id: user.id, empty });
    const id = [name, merchant.id, user.id, subject].join(' ');
    const known = stores.get(id) as DraftStore<Draft> | undefined;
    const used = known ?? createDraftStore(opened, subject);
    stores.set(id, used);
    return { storage: opened, store: used, key: id };
  });
  const draft = useSyncExternalStore(store.subscribe, store.get);
  return {
    draft,
    latest: store.get,
    change: store.change,
    forget() {
      stores.delete(key);
      storage.remove(subject);
    },
  };
}
