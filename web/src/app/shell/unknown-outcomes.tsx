import { useSyncExternalStore } from 'react';
import { UnknownAlert } from '../../design/forms/request-form.tsx';
import { requests } from '../../session/requests.ts';

/** Tells the user that a request is still being retried although its form is closed. */
export function UnknownOutcomes() {
  const count = useSyncExternalStore(requests.watch, requests.hiddenUnknown);
  return count === 0 ? null : <UnknownAlert isPending={false} sendAgain={requests.sendAllAgain} />;
}
