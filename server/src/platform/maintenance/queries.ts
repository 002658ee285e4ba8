import { sql } from 'kysely';
import type { Handle } from '../database/handle.ts';

const merchantsAtOnce = 100;

/** Merchants in the order of their ids, after the given one; a few at a time, for work on all of them. */
export const listMerchantIds = (global: Handle, after: string): Promise<{ id: string }[]> =>
  global.many(sql<{ id: string }>`
    select distinct home_merchant_id as id from users where home_merchant_id > ${after}
    order by home_merchant_id limit ${merchantsAtOnce}`);
