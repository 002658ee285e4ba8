import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Recorded } from '../crash/acts.ts';
import type { Workload } from '../crash/draw.ts';
import { NoAnswer, sendAct } from '../crash/send.ts';

export interface Till {
  url: string;
  token: string;
  workload: Workload;
}

/** Longer than the service waits for a connection, and shorter than it waits for the database. */
const patience_ms = 8_000;

/** Sends the next act of a till, once. @returns whether it was answered */
export async function sendNext(
  { url, token, workload }: Till,
  { acts, agent }: { acts: Recorded[]; agent: Agent },
): Promise<boolean> {
  const recorded: Recorded = { act: workload.next(), unknown: [] };
  acts.push(recorded);
  try {
    const { body, ...answer } = await sendAct(recorded.act, { url, token, agent, patience_ms });
    if (answer.status >= 300) {
      recorded.refused = `${answer.status} ${body}`;
      return true;
    }
    recorded.ok = answer;
    workload.done(recorded.act, answer);
    return true;
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    recorded.unknown.push(error.unknown);
    return false;
  }
}

/** Tills that send one request after the other until they are stopped. */
export function startTills(tills: readonly Till[], acts: Recorded[]) {
  const agent = new Agent({ keepAlive: true });
  let resting = false;
  const work = async (till: Till) => {
    while (!resting) if (!(await sendNext(till, { acts, agent }))) await sleep(50);
  };
  const working = Promise.all(tills.map(work));
  // A stopped till throws it.
  working.catch(() => undefined);
  return {
    async rest() {
      resting = true;
      await working;
      agent.destroy();
    },
  };
}
