import type pg from 'pg';
import { readRows } from '../../server/src/platform/files/read-rows.ts';
import type { MerchantFixture } from '../merchant-fixture.ts';

/** The texts that no other merchant may see: the mark, and each id in the merchant's rows. */
export interface Canaries {
  mark: string;
  ids: ReadonlySet<string>;
}

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

async function idsOf(admin: pg.Pool, { merchant_id }: MerchantFixture): Promise<Set<string>> {
  const { rows: tables } = await admin.query<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'merchant_id'`,
  );
  const parts = tables.map(({ name }) => `select t::text as line from ${name} t where merchant_id = '${merchant_id}'`);
  const { rows } = await admin.query<{ line: string }>(parts.join(' union all '));
  return new Set([merchant_id, ...rows.flatMap(({ line }) => line.match(uuid) ?? [])]);
}

/** The canaries of a merchant, without ids that both merchants have: users may work for both. */
export async function canariesOf(admin: pg.Pool, fixture: MerchantFixture, other: MerchantFixture): Promise<Canaries> {
  const [own, theirs] = [await idsOf(admin, fixture), await idsOf(admin, other)];
  return { mark: fixture.mark, ids: own.difference(theirs) };
}

/** The canaries in a text for another merchant. Ids in that merchant's own request are not leaks. */
export function leaksIn(text: string, { mark, ids }: Canaries, requestText: string): string[] {
  const marks = text.toLowerCase().includes(mark)
    ? [`…${text.slice(Math.max(0, text.toLowerCase().indexOf(mark) - 80)).slice(0, 160)}…`]
    : [];
  const found = [...new Set(text.match(uuid))].filter((id) => ids.has(id) && !requestText.includes(id));
  return [...marks, ...found.map((id) => `the id ${id}`)];
}

/** A file as text. A workbook is unpacked. */
export async function textOf(file: Buffer): Promise<string> {
  if (file.subarray(0, 2).toString('latin1') !== 'PK') return file.toString();
  const lines: string[] = [];
  for await (const row of readRows(file)) lines.push(JSON.stringify(row));
  return lines.join('\n');
}
