import type { EventTypes } from '../../http/event-type.ts';
import { customerEvents } from '../customers/events.ts';

/** Every type of event there is. */
export const eventTypes: EventTypes = {
  ...customerEvents,
};
