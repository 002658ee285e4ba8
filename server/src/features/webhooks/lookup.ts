import type { Timestamp } from '../../core/clock.ts';
import type { Handle } from '../../platform/database/handle.ts';
import * as deliveries from './follow-deliveries.ts';
import * as dispatch from './start-dispatch.ts';

/** For housekeeping: deliveries that nobody will ask for any more. */
export const removeOldDeliveries = (db: Handle, now: Timestamp): Promise<number> => deliveries.removeOldDeliveries(db, now);

/** Delivers events to endpoints until it is stopped. */
export const startDispatch: typeof dispatch.startDispatch = (services, log) => dispatch.startDispatch(services, log);
