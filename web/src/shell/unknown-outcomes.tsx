import { useSyncExternalStore } from 'react';
import { acts } from '../session/acts.ts';
import { UnknownAlert } from '../ui/act-form.tsx';

/** Tells the user that a request is still being retried although its form is closed. */
export function UnknownOutcomes() {
  const count = useSyncExternalStore(acts.watch, acts.hiddenUnknown);
  return count === 0 ? null : <UnknownAlert isPending={false} sendAgain={acts.sendAllAgain} />;
}
