import { eventType } from '../../http/event-type.ts';
import type { CustomerRow } from './queries.ts';
import { customer, customerToWire } from './schemas.ts';

export const customerEvents = {
  'customer.created': eventType<CustomerRow>('A customer was registered', customer, customerToWire),
  'customer.updated': eventType<CustomerRow>('A customer was changed', customer, customerToWire),
  'customer.deleted': eventType<CustomerRow>('A customer was deleted', customer, customerToWire),
};
