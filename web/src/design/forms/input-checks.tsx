import { createContext, type ReactNode, use, useEffect, useEffectEvent, useState } from 'react';

/** Whether the input of a field can be used. If not, the field says why, and has the focus. */
type InputCheck = () => boolean;

const ChecksContext = createContext<Set<InputCheck> | undefined>(undefined);

const pass = (checks: ReadonlySet<InputCheck>): boolean => [...checks].every((check) => check());

/** Around fields that are not in a form. In a form, the browser checks them before it is submitted. */
export function InputChecks({ children }: { children: ReactNode }) {
  const [checks] = useState(() => new Set<InputCheck>());
  useInputCheck(() => pass(checks));
  return <ChecksContext value={checks}>{children}</ChecksContext>;
}

/** @returns checks all fields of the `InputChecks` around the caller. The first one that fails is shown. */
export function usePassInputs(): () => boolean {
  const checks = use(ChecksContext);
  if (checks === undefined) throw new Error('usePassInputs needs InputChecks above it');
  return () => pass(checks);
}

export function useInputCheck(check: InputCheck): void {
  const checks = use(ChecksContext);
  const run = useEffectEvent(check);
  useEffect(() => {
    if (checks === undefined) return;
    const own = () => run();
    checks.add(own);
    return () => void checks.delete(own);
  }, [checks]);
}
