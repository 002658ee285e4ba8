import { createHash } from 'node:crypto';
import { type Actor, can, type OperationContext } from '../../core/actor.ts';
import type { Branches } from '../../core/branches.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { DayRange } from '../../core/time-range.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import type { Format } from '../../platform/files/cells.ts';
import { lockQuota } from '../merchant/lock-quota.ts';
import * as queries from './job-queries.ts';
import { exportJobName, type ReportType } from './rules.ts';

export interface AskedExport {
  report_type: ReportType;
  format: Format;
  range: DayRange;
  /** As it was named. */
  branch_id: string | null;
  branches: Branches;
  cdn_url: string;
}

interface Asking {
  jobs: { send(db: Handle, name: string, order: { merchant_id: string }): Promise<void> };
  queued_at_most: number;
}

/** Exports take seconds to minutes. */
const retry_after_s = 30;

const newExport = (actor: Actor, { range, branches, branch_id, ...asked }: AskedExport): queries.NewExport => {
  const with_costs = can(actor, 'costs:read');
  const branch_ids = branches === null ? null : [...branches].map((id) => id.toLowerCase()).sort();
  const api_key_id = actor.api_key?.id ?? null;
  const { report_type, format } = asked;
  const equal = JSON.stringify([report_type, format, range.start_date, range.end_date, branch_ids, with_costs, api_key_id]);
  const request_hash = createHash('sha256').update(equal).digest();
  const { user_id, address } = actor;
  return { ...asked, ...range, id: newId(), user_id, address, api_key_id, branch_id, branch_ids, with_costs, request_hash };
};

/** An equal export of the same person that is queued or running. */
export const findJoined = (db: Handle, actor: Actor, asked: AskedExport): Promise<queries.ExportRow | undefined> =>
  queries.findEqual(db, newExport(actor, asked));

/**
 * Queues an export, or joins an equal one.
 * @throws AppError RATE_LIMITED when the merchant has as many in the queue as it may
 */
export async function requestExport(
  tx: Transaction,
  { actor, now }: OperationContext,
  { asked, jobs, queued_at_most }: Asking & { asked: AskedExport },
): Promise<queries.ExportRow> {
  const wanted = newExport(actor, asked);
  await lockQuota(tx);
  const equal = await queries.findEqual(tx, wanted);
  if (equal === undefined && (await queries.countQueued(tx)) >= queued_at_most) {
    const message = `At most ${queued_at_most} exports of a merchant wait at once: try again when some of them are done`;
    throw new AppError('RATE_LIMITED', message, [], { retry_after_s, quota: 'queued_exports' });
  }
  // Also for one that is joined: should its process have ended, another one looks after it now.
  await jobs.send(tx, exportJobName, { merchant_id: tx.merchant_id });
  return equal ?? (await queries.insertExport(tx, wanted, now));
}
