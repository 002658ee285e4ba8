import type pg from 'pg';
import { readRows } from '../../server/src/platform/files/read-rows.ts';
import type { World } from '../world.ts';

/** What belongs to a merchant and must be seen by no other: its mark, and every id of its rows. */
export interface Canaries {
  mark: string;
  ids: ReadonlySet<string>;
}

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

async function idsOf(admin: pg.Pool, { merchant_id }: World): Promise<Set<string>> {
  const { rows: tables } = await admin.query<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'merchant_id'`,
  );
  const parts = tables.map(({ name }) => `select t::text as line from ${name} t where merchant_id = '${merchant_id}'`);
  const { rows } = await admin.query<{ line: string }>(parts.join(' union all '));
  return new Set([merchant_id, ...rows.flatMap(({ line }) => line.match(uuid) ?? [])]);
}

/** What is one merchant's and not the other's: people may work for both. */
export async function canariesOf(admin: pg.Pool, world: World, other: World): Promise<Canaries> {
  const [own, theirs] = [await idsOf(admin, world), await idsOf(admin, other)];
  return { mark: world.mark, ids: own.difference(theirs) };
}

/** What of a merchant is in a text for another. What the other said first is no news. */
export function leaksIn(text: string, { mark, ids }: Canaries, asked: string): string[] {
  const marks = text.toLowerCase().includes(mark)
    ? [`…${text.slice(Math.max(0, text.toLowerCase().indexOf(mark) - 80)).slice(0, 160)}…`]
    : [];
  const found = [...new Set(text.match(uuid))].filter((id) => ids.has(id) && !asked.includes(id));
  return [...marks, ...found.map((id) => `the id ${id}`)];
}

/** A file as text: a workbook is packed. */
export async function textOf(file: Buffer): Promise<string> {
  if (file.subarray(0, 2).toString('latin1') !== 'PK') return file.toString();
  const lines: string[] = [];
  for await (const row of readRows(file)) lines.push(JSON.stringify(row));
  return lines.join('\n');
}
