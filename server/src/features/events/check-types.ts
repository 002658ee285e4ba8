import { eventTypes } from './all-events.ts';
import { readTypes } from './rules.ts';

/** @throws AppError VALIDATION_ERROR naming an unknown event type or prefix like `sale.*` */
export const checkTypes = (types: readonly string[]): void => {
  readTypes(types.join(','), Object.keys(eventTypes));
};
