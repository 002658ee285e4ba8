import { useEffect } from 'react';
import { isSignedInByPin } from '../../session/api.ts';
import { isIdle } from '../../session/pin-rules.ts';
import { lockTill } from '../../session/session-state.ts';

const check_every_ms = 5_000;
const inputs = ['pointerdown', 'keydown'] as const;

/** Locks a till that a user has unlocked by PIN, after a time without input. */
export function useAutoLock(user_id: string): void {
  useEffect(() => {
    let last_input_at = Date.now();
    const onInput = () => {
      last_input_at = Date.now();
    };
    for (const input of inputs) addEventListener(input, onInput, { capture: true });
    const timer = setInterval(() => {
      if (isSignedInByPin() && isIdle(last_input_at, Date.now())) void lockTill(user_id);
    }, check_every_ms);
    return () => {
      clearInterval(timer);
      for (const input of inputs) removeEventListener(input, onInput, { capture: true });
    };
  }, [user_id]);
}
