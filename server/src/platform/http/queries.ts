import { sql } from 'kysely';
import type { Handle } from '../database/handle.ts';

/** Whether anybody has opened a shop here. Merchants are under row security; who opens one is a user, whom nobody's is. */
export const hasMerchants = async (global: Handle): Promise<boolean> =>
  (await global.one(sql<{ has: boolean }>`select exists (select from users) as has`)).has;
