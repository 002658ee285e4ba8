import { eventType } from '../../platform/http/event-type.ts';
import type { ClosedDay } from './close-days.ts';
import { closedDay, closedDayToWire } from './schemas.ts';

export const reportEvents = {
  'day.closed': eventType<ClosedDay>(
    'A day ended on its branch’s clock: what was taken on it',
    closedDay,
    closedDayToWire,
  ),
};
