/** Until when the service asks this person to wait; 0 while it does not. */
let until_ms = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let tell = () => {};

/** Looks whether the requests of a minute are used up: the client waits, and sends again by itself. */
export function heedLimit({ status, headers }: Response): void {
  const wait_ms = Number(headers.get('retry-after')) * 1_000;
  if (status !== 429 || headers.get('x-ratelimit-remaining') !== '0') return;
  // There are two windows, of selling and of all else: what is said is when both go on.
  until_ms = Math.max(until_ms, Date.now() + wait_ms);
  clearTimeout(timer);
  timer = setTimeout(() => {
    until_ms = 0;
    tell();
  }, until_ms - Date.now());
  tell();
}

export const limitedUntil = (): number => until_ms;

/** For the one place that says so. */
export function watchLimit(watcher: () => void): () => void {
  tell = watcher;
  return () => {};
}
