import { sql } from 'kysely';
import type { Handle } from '../database/handle.ts';

/** Whether a shop exists. Reads users, because row security hides merchants here, and every merchant has a user. */
export const hasMerchants = async (global: Handle): Promise<boolean> =>
  (await global.one(sql<{ has: boolean }>`select exists (select from users) as has`)).has;
