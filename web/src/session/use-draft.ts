import { useRef, useState } from 'react';
import { openDraftStorage } from './draft-storage.ts';
import { useSession } from './session.tsx';

export interface KeptDraft<Draft> {
  draft: Draft;
  /** Stores the change at once, also if the page has been left meanwhile. */
  change(update: (before: Draft) => Draft): void;
  /** Removes the draft from the device. It is still shown. */
  forget(): void;
}

/**
 * What was typed into a form, kept on this device until it is saved. A form for another subject needs another `key`.
 * @param name of this kind of draft
 */
export function useDraft<Draft extends object>(name: string, subject: string, empty: Draft): KeptDraft<Draft> {
  const { user, merchant } = useSession();
  const [storage] = useState(() =>
    openDraftStorage(() => localStorage, { name, merchant_id: merchant.id, user_id: user.id, empty }),
  );
  const [draft, setDraft] = useState(() => storage.load(subject));
  const latest = useRef(draft);
  return {
    draft,
    change(update) {
      latest.current = update(latest.current);
      storage.save(subject, latest.current);
      setDraft(latest.current);
    },
    forget: () => storage.remove(subject),
  };
}
