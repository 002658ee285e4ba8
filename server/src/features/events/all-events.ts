import type { EventTypes } from '../../platform/http/event-type.ts';
import { accountingEvents } from '../accounting/events.ts';
import { approvalEvents } from '../approvals/events.ts';
import { sessionEvents } from '../auth/events.ts';
import { catalogueEvents } from '../catalogue/events.ts';
import { customerEvents } from '../customers/events.ts';
import { exportEvents } from '../exports/events.ts';
import { stockEvents } from '../inventory/events.ts';
import { importEvents } from '../items/events.ts';
import { merchantEvents } from '../merchant/events.ts';
import { registerEvents } from '../registers/events.ts';
import { reportEvents } from '../reports/events.ts';
import { saleEvents } from '../sales/events.ts';
import { staffEvents } from '../staff/events.ts';
import { readTypes } from './rules.ts';

/** All event types. */
export const eventTypes: EventTypes = {
  ...registerEvents,
  ...saleEvents,
  ...stockEvents,
  ...catalogueEvents,
  ...customerEvents,
  ...staffEvents,
  ...sessionEvents,
  ...merchantEvents,
  ...reportEvents,
  ...exportEvents,
  ...importEvents,
  ...approvalEvents,
  ...accountingEvents,
};

/** @throws AppError VALIDATION_ERROR naming an unknown event type or prefix like `sale.*` */
export const checkTypes = (types: readonly string[]): void => {
  readTypes(types.join(','), Object.keys(eventTypes));
};
