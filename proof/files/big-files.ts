import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import type { Client } from '../../demo/client.ts';
import type { Service } from '../../demo/service.ts';

/** Import and export files of many records, with texts and numbers that are easy to damage. */

const columns = [
  'sku',
  'name',
  'price',
  'cost',
  'stock',
  'minStock',
  'category',
  'status',
  'barcode',
  'description',
  'unit',
  'taxRate',
  'parentSku',
  'trackStock',
];
const whole = new Set(['stock', 'minStock']);
const amounts = new Set(['price', 'cost']);

type Value = string | number | null;
export type Format = 'csv' | 'xlsx';

const difficult = [
  '=1+1',
  "'=2",
  '+3',
  '-4',
  '@x',
  "'tis",
  'a "b", c;\td\ne',
  '“ž” 日本語 🙂',
  '007',
  '1e5',
  'TRUE',
  '2026-01-01',
  'cafe\u0301',
  'שלום',
  '<b>&amp;</b>',
  '__proto__',
  'null',
  'x_x0041_y',
  '\\n%s$1',
];

/** A unique record, the same for the same arguments. A numeric SKU is written as a number in a workbook. */
function recordOf(at: number, prefix: string): Value[] {
  const text = difficult[at % difficult.length] ?? '';
  return [
    at % 7 === 0 ? `${prefix.charCodeAt(0)}${100_000 + at}` : `${prefix}${text.slice(0, 4)}-${at}`,
    `${text} ${at}`,
    ((at * 7) % 100_000) / 100,
    ((at * 3) % 1_000) / 100,
    at % 50,
    at % 3 === 0 ? null : at % 20,
    at % 5 === 0 ? null : `Group ${at % 40}`,
    at % 11 === 0 ? 'inactive' : 'active',
    at % 4 === 0 ? `${text.slice(0, 4)}${prefix}${at}` : null,
    at % 2 === 0 ? text : '',
    at % 6 === 0 ? 'piece' : null,
    at % 9 === 0 ? 7.125 : null,
    null,
    'true',
  ];
}

export const recordsOf = (rows: number, prefix: string): Value[][] =>
  Array.from({ length: rows }, (_, at) => recordOf(at, prefix));

/** CSV as other programs write it. An apostrophe before a formula sign is doubled, because an import removes one. */
function csvOf(records: readonly Value[][]): string {
  const cell = (value: Value) =>
    typeof value === 'string'
      ? `"${value.replace(/^(?='+[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`
      : String(value ?? '');
  return [columns, ...records].map((row) => row.map(cell).join(',')).join('\r\n');
}

const xlsxOf = (records: readonly Value[][]): Promise<Uint8Array> => {
  const written = (value: Value) => (typeof value === 'string' ? value.replaceAll('_x0041_', '_x005F_x0041_') : value);
  const numeric = (sku: Value) => (/^[1-9]\d*$/.test(String(sku)) ? Number(sku) : sku);
  const rows = records.map(([sku = null, ...rest]) => [numeric(sku), ...rest].map(written));
  return writeXlsx({ sheets: [{ name: 'Any', rows: [columns, ...rows] }] });
};

export async function fileOf(records: readonly Value[][], format: Format): Promise<File> {
  const content = format === 'csv' ? csvOf(records) : await xlsxOf(records);
  return new File([typeof content === 'string' ? content : (content as Uint8Array<ArrayBuffer>)], `records.${format}`);
}

/** The records of an exported file. */
async function readExport(file: Uint8Array, format: Format): Promise<Value[][]> {
  const [heading, ...rows] =
    format === 'csv' ? readCsv(file) : (((await readXlsx(file)).sheets[0]?.rows ?? []) as Value[][]);
  assert.deepEqual(heading, columns);
  return rows.map((row) => columns.map((column, at) => readValue(row[at] ?? null, column)));
}

function readCsv(file: Uint8Array): Value[][] {
  const rows = parse(Buffer.from(file), { bom: true }) as string[][];
  return rows.map((row) => row.map((text) => (/^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text)));
}

function readValue(value: Value, column: string): Value {
  if (column === 'description') return value ?? '';
  if (value === null || value === '') return null;
  return whole.has(column) || amounts.has(column) || column === 'taxRate' ? Number(value) : String(value);
}

/** The peak memory of the service in MiB, without its database. */
export async function peakMemory(service: Service): Promise<number> {
  const status = await readFile(`/proc/${service.process.pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1_024);
}

async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; seconds: number }> {
  const started = performance.now();
  const answer = await work();
  return { answer, seconds: (performance.now() - started) / 1_000 };
}

export interface Figures {
  check_s: number;
  import_s: number;
  again_s: number;
  export_s: number;
}

/** Imports records, exports them, compares all cells, and imports the export, which must change nothing. The shop must be empty. */
export async function proveRoundTrip(client: Client, records: readonly Value[][], format: Format): Promise<Figures> {
  const file = await fileOf(records, format);
  const checked = await timed(() => client.upload('/inventory/import/validate', file));
  assert.deepEqual([checked.answer.valid, checked.answer.errors], [true, []]);
  const done = await timed(() => client.upload('/inventory/import', file));
  assert.deepEqual([done.answer.success, done.answer.failed, done.answer.errors], [records.length, 0, []]);
  const movements = (await client.get('/inventory/movements?limit=1')).meta.total;
  const exported = await timed(() => client.download(`inventory/export?format=${format}`));
  const found = new Map((await readExport(exported.answer, format)).map((row) => [row[0], row]));
  assert.equal(found.size, records.length);
  for (const record of records) assert.deepEqual(found.get(record[0] ?? null), record);
  const again = await timed(() =>
    client.upload('/inventory/import', new File([exported.answer as Uint8Array<ArrayBuffer>], 'again')),
  );
  assert.deepEqual([again.answer.success, again.answer.failed], [records.length, 0]);
  assert.equal((await client.get('/inventory/movements?limit=1')).meta.total, movements);
  return { check_s: checked.seconds, import_s: done.seconds, again_s: again.seconds, export_s: exported.seconds };
}
