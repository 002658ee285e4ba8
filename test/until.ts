import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for something that happens by itself. @throws Error when it has not after half a minute */
export async function until(isSo: () => boolean | Promise<boolean>, patience_ms = 30_000): Promise<void> {
  const end = performance.now() + patience_ms;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`it did not come to be: ${isSo}`);
    await sleep(20);
  }
}
