import { queries } from '../queries.ts';
import { createActStore } from './act-store.ts';
import { api } from './api.ts';

/** Everything that was sent from these pages and must happen once. */
export const acts = createActStore({
  newAct: () => api.act(),
  later(work, wait_ms) {
    const timer = setTimeout(work, wait_ms);
    return () => clearTimeout(timer);
  },
  onDoneUnseen: () => void queries.invalidateQueries(),
});

addEventListener('online', () => acts.sendAllAgain());

// Closed now, the key would be lost, and what is pressed afterwards would be another request.
addEventListener('beforeunload', (event) => {
  if (acts.hasUnknown()) event.preventDefault();
});
