import type { Timestamp } from '../../core/clock.ts';
import type { Handle } from '../../platform/database/handle.ts';
import * as deliveries from './follow-deliveries.ts';
import * as dispatch from './start-dispatch.ts';

/** Maintenance task: deletes old deliveries. */
export const removeOldDeliveries = (db: Handle, now: Timestamp): Promise<number> => deliveries.removeOldDeliveries(db, now);

/** Delivers events to endpoints until stopped. */
export const startDispatch: typeof dispatch.startDispatch = (services, log) => dispatch.startDispatch(services, log);
