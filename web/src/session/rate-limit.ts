/** Time until which the user is rate-limited; 0 if not limited. */
let until_ms = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let notify = () => {};

/** Records a rate-limit response. The client waits and retries by itself. */
export function recordLimit({ status, headers }: Response): void {
  const wait_ms = Number(headers.get('retry-after')) * 1_000;
  if (status !== 429 || headers.get('x-ratelimit-remaining') !== '0') return;
  // Selling and all other requests have separate limits. Show the later end.
  until_ms = Math.max(until_ms, Date.now() + wait_ms);
  clearTimeout(timer);
  timer = setTimeout(() => {
    until_ms = 0;
    notify();
  }, until_ms - Date.now());
  notify();
}

export const limitedUntil = (): number => until_ms;

/** For the component that shows the limit. */
export function watchLimit(watcher: () => void): () => void {
  notify = watcher;
  return () => {};
}
