import { useState } from 'react';
import { useSession } from '../../session/session.tsx';
import { type CountDraft, openDraftStorage } from './count-draft.ts';

/**
 * What was typed into a count, kept on this device until it is saved. A form for another subject needs another `key`.
 * @param subject what is counted, for example the id of a shift
 */
export function useCountDraft(subject: string) {
  const { user, merchant } = useSession();
  const [storage] = useState(() =>
    openDraftStorage(() => localStorage, { merchant_id: merchant.id, user_id: user.id }),
  );
  const [draft, setDraft] = useState<CountDraft>(() => storage.load(subject));
  return {
    draft,
    change(next: CountDraft) {
      storage.save(subject, next);
      setDraft(next);
    },
    /** Call after the count was saved. */
    clear: () => storage.remove(subject),
  };
}
