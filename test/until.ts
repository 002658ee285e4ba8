import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for something that happens by itself. @throws Error when it has not after two minutes: a busy machine needs some of them */
export async function until(isSo: () => boolean | Promise<boolean>, patience_ms = 120_000): Promise<void> {
  const began = performance.now();
  while (!(await isSo())) {
    const waited_ms = performance.now() - began;
    if (waited_ms > patience_ms) throw new Error(`it did not come to be: ${isSo}`);
    // What takes long is looked at less often: many look at once, and each look is work.
    await sleep(Math.min(250, 20 + waited_ms / 10));
  }
}
