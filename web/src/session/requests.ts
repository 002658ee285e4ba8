import { api } from './api.ts';
import { queries } from './queries.ts';
import { createRequestStore } from './request-store.ts';

/** All requests of these pages that must be executed once. */
export const requests = createRequestStore({
  newRequest: () => api.idempotentRequest(),
  later(work, wait_ms) {
    const timer = setTimeout(work, wait_ms);
    return () => clearTimeout(timer);
  },
  onDoneWithoutForm: () => void queries.invalidateQueries(),
});

addEventListener('online', () => requests.sendAllAgain());

// Closing the page now would lose the idempotency key, and a later press would be a second request.
addEventListener('beforeunload', (event) => {
  if (requests.hasUnknown()) event.preventDefault();
});
