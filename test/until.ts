import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until the condition holds. @throws Error after the timeout; it is long because the machine may be busy */
export async function until(condition: () => boolean | Promise<boolean>, timeout_ms = 120_000): Promise<void> {
  const start = performance.now();
  while (!(await condition())) {
    const waited_ms = performance.now() - start;
    if (waited_ms > timeout_ms) throw new Error(`the condition did not hold in time: ${condition}`);
    // Checks become less frequent with time, because many tests wait at once and each check costs work.
    await sleep(Math.min(250, 20 + waited_ms / 10));
  }
}
