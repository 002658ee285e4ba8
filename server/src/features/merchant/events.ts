import { eventType } from '../../platform/http/event-type.ts';
import type { BranchRow, MerchantRow, WarehouseRow } from './queries.ts';
import { branch, merchant, toBranch, toMerchant, toWarehouse, warehouse } from './schemas.ts';

export const merchantEvents = {
  'merchant.updated': eventType<MerchantRow>('The merchant’s settings were changed', merchant, toMerchant),
  'branch.created': eventType<BranchRow>('A branch was opened', branch, toBranch),
  'branch.updated': eventType<BranchRow>('A branch was changed', branch, toBranch),
  'warehouse.created': eventType<WarehouseRow>('A warehouse was added', warehouse, toWarehouse),
  'warehouse.updated': eventType<WarehouseRow>('A warehouse was changed', warehouse, toWarehouse),
};
