import { useSyncExternalStore } from 'react';
import { acts } from '../session/acts.ts';
import { UnknownAlert } from '../ui/act-form.tsx';

/** Says that something is still being tried whose form is no longer on the screen. */
export function UnknownOutcomes() {
  const count = useSyncExternalStore(acts.watch, acts.untold);
  return count === 0 ? null : <UnknownAlert isPending={false} sendAgain={acts.sendAllAgain} />;
}
