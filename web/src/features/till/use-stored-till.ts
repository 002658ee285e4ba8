import { useEffect, useRef } from 'react';
import { useSession } from '../../session/session.tsx';
import type { TillEvent, TillState } from './till-state.ts';
import { openTillStorage } from './till-storage.ts';

export const storageOf = (merchant_id: string, user_id: string) =>
  openTillStorage(() => localStorage, { merchant_id, user_id });

/**
 * Stores the till on the device, and follows the changes of other tabs. All tabs show the same till.
 * @returns true if this state came from another tab
 */
export function useStoredTill(owner: string, state: TillState, dispatch: (event: TillEvent) => void): boolean {
  const { merchant } = useSession();
  const seen = useRef(state);
  const synced = useRef<TillState>(undefined);
  useEffect(() => {
    if (seen.current !== state) storageOf(merchant.id, owner).save(state);
    seen.current = state;
  }, [state, merchant.id, owner]);
  useEffect(
    () =>
      storageOf(merchant.id, owner).watch((next) => {
        seen.current = next;
        synced.current = next;
        dispatch({ type: 'synced', state: next });
      }),
    [dispatch, merchant.id, owner],
  );
  return synced.current === state;
}
