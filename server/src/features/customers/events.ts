import { eventType } from '../../platform/http/event-type.ts';
import type { CustomerRow, PointsEntry } from './queries.ts';
import { customer, customerToWire, entry, entryToWire, erased } from './schemas.ts';

export const customerEvents = {
  'customer.created': eventType<CustomerRow>('A customer was registered', customer, customerToWire),
  'customer.updated': eventType<CustomerRow>('A customer was changed', customer, customerToWire),
  'customer.deleted': eventType<CustomerRow>('A customer was deleted', customer, customerToWire),
  'customer.erased': eventType<{ id: string }>(
    'A customer was erased: forget who it was',
    erased,
    (payload) => payload,
  ),
  'points.changed': eventType<PointsEntry>(
    'A customer’s points became more or fewer',
    entry,
    ({ customer_id: _, ...row }) => entryToWire(row),
  ),
};
