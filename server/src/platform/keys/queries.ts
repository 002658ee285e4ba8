import { sql } from 'kysely';
import type { Handle } from '../database/handle.ts';

/** The secret with this name; stores and returns `fresh` if there was none. */
export async function findOrInsertSecret(global: Handle, name: string, fresh: string): Promise<string> {
  await global.run(
    sql`insert into service_secrets (name, value) values (${name}, ${fresh}) on conflict (name) do nothing`,
  );
  return (await global.one(sql<{ value: string }>`select value from service_secrets where name = ${name}`)).value;
}
