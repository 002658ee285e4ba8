import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationRecord, Tokens } from '../crash/operations.ts';
import { OutcomeUnknownError, sendOperation } from '../crash/send.ts';
import type { Workload } from '../crash/workload.ts';

export interface Till {
  url: string;
  store: Tokens;
  workload: Workload;
}

/** Longer than the service waits for a free connection, and shorter than it waits for the database. */
const timeout_ms = 8_000;

/** Sends the next operation of a till once. @returns false if the outcome is unknown */
export async function sendNext(
  { url, store, workload }: Till,
  { operations, agent }: { operations: OperationRecord[]; agent: Agent },
): Promise<boolean> {
  const record: OperationRecord = { operation: workload.next(), unknown: [] };
  operations.push(record);
  try {
    const { body, ...answer } = await sendOperation(record.operation, { url, store, agent, timeout_ms });
    if (answer.status >= 300) {
      record.refused = `${answer.status} ${body}`;
      return true;
    }
    record.ok = answer;
    workload.done(record.operation, answer);
    return true;
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError)) throw error;
    record.unknown.push(error.unknown);
    return false;
  }
}

/** Tills that send one request after the other until they are stopped. */
export function startTills(tills: readonly Till[], operations: OperationRecord[]) {
  const agent = new Agent({ keepAlive: true });
  let stopping = false;
  const work = async (till: Till) => {
    while (!stopping) if (!(await sendNext(till, { operations, agent }))) await sleep(50);
  };
  const working = Promise.all(tills.map(work));
  // `stop` throws the error instead.
  working.catch(() => undefined);
  return {
    async stop() {
      stopping = true;
      await working;
      agent.destroy();
    },
  };
}
