import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for something that happens by itself. @throws Error when it has not after two minutes: a busy machine needs some of them */
export async function until(isSo: () => boolean | Promise<boolean>, patience_ms = 120_000): Promise<void> {
  const end = performance.now() + patience_ms;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`it did not come to be: ${isSo}`);
    await sleep(20);
  }
}
