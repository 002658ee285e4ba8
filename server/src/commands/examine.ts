import type pg from 'pg';
import { mannerOf } from '../db/distribution.ts';
import { findingOf, ofMerchant, readInvariants } from '../features/doctor/lookup.ts';
import { nobody } from '../kernel/ids.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Says for each invariant whether it holds, which rows break it, and what would mend them. @returns the exit code: 0 when all hold, else 1 */
export async function examine(client: pg.Client): Promise<number> {
  const manner = await mannerOf(client);
  // One moment for all of them, however long it takes, and beside those who sell.
  await client.query('begin isolation level repeatable read, read only');
  await client.query('set local statement_timeout = 0');
  if (manner.opening !== undefined) await client.query(manner.opening);
  const merchants = await listSeen(client);
  let broken = 0;
  for (const invariant of await readInvariants()) {
    const rows: object[] = [];
    for (const merchant_id of merchants) {
      await client.query(manner.bindLocally(merchant_id));
      const asked = merchant_id === nobody ? { text: invariant.query } : { text: ofMerchant(invariant.query), values: [merchant_id] };
      rows.push(...(await client.query<object>(asked)).rows);
    }
    say(`${rows.length === 0 ? 'holds ' : 'BROKEN'} ${invariant.id} ${invariant.holds}`);
    const found = findingOf(invariant, rows as Record<string, unknown>[]);
    for (const { record, mend } of found.rows) say(`       ${JSON.stringify(record)}\n       to mend it: ${mend}`);
    if (found.broken > found.rows.length) say(`       and ${found.broken - found.rows.length} more`);
    broken += found.broken;
  }
  await client.query('commit');
  say(broken === 0 ? 'The books are in order.' : `${broken} ${broken === 1 ? 'row is' : 'rows are'} not as they must be.`);
  return broken === 0 ? 0 : 1;
}

/** As whom to look: an account that row security does not bind sees all merchants at once, another one after the other. */
async function listSeen(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ sees_all: boolean }>(
    'select rolsuper or rolbypassrls as sees_all from pg_roles where rolname = current_user',
  );
  if (rows[0]?.sees_all) return [nobody];
  return (await client.query<{ id: string }>('select distinct home_merchant_id as id from users order by 1')).rows.map(({ id }) => id);
}
