import { queries } from '../queries.ts';
import { createActStore } from './act-store.ts';
import { api } from './api.ts';

/** All requests of these pages that must be executed once. */
export const acts = createActStore({
  newAct: () => api.act(),
  later(work, wait_ms) {
    const timer = setTimeout(work, wait_ms);
    return () => clearTimeout(timer);
  },
  onDoneUnseen: () => void queries.invalidateQueries(),
});

addEventListener('online', () => acts.sendAllAgain());

// Closing the page now would lose the idempotency key, and a later press would be a second request.
addEventListener('beforeunload', (event) => {
  if (acts.hasUnknown()) event.preventDefault();
});
