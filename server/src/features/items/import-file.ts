import type { Database, Transaction } from '../../db/handle.ts';
import type { ReadCell, ReadRow } from '../../files/cells.ts';
import { readRows } from '../../files/read-rows.ts';
import { unreadable } from '../../files/unreadable.ts';
import type { Actor, Deed } from '../../kernel/actor.ts';
import type { Timestamp } from '../../kernel/clock.ts';
import { invalidInput, Refusal } from '../../kernel/refusal.ts';
import { changeProduct } from '../catalogue/change-product.ts';
import { createProduct } from '../catalogue/create-product.ts';
import { listIdsBySku, type ProductRow } from '../catalogue/lookup.ts';
import { type Heading, messageOf, type RowFields, readHeading, readRow } from './import-rules.ts';

interface Workshop {
  database: Database;
  clock: { now(): Timestamp };
}

export interface RowError {
  row: number;
  message: string;
}

interface Outcome {
  imported: { row: number; product: ProductRow }[];
  errors: RowError[];
}

interface NumberedRow {
  row: number;
  fields: RowFields;
}

const rowsAtMost = 50_000;
const rowsOfChunk = 200;
const previewed = 20;

/**
 * Makes or changes a product for each row. Each stands alone: what is wrong with one is told, and the others land.
 * @throws Refusal VALIDATION_ERROR on `file`, before anything has landed, for what cannot be read
 */
export async function importFile(workshop: Workshop, actor: Actor, file: Buffer) {
  let success = 0;
  const errors: RowError[] = [];
  for await (const chunk of chunksOf(file, actor, errors)) {
    const done = await workshop.database.transaction(actor.merchant.id, (tx) => importRows(tx, deedOf(workshop, actor), chunk));
    success += done.imported.length;
    errors.push(...done.errors);
  }
  errors.sort((a, b) => a.row - b.row);
  return { success, failed: errors.length, errors };
}

/** Thrown to leave a transaction without a trace. */
class Rehearsed extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super('rehearsed');
    this.outcome = outcome;
  }
}

/** What an import would do: the same is done, and undone. @throws as importFile does */
export async function rehearseImport(workshop: Workshop, actor: Actor, file: Buffer) {
  const errors: RowError[] = [];
  const preview: Outcome['imported'] = [];
  // What earlier chunks would have made is not there for later ones to change.
  const made = new Map<string, RowFields>();
  let last = 0;
  for await (const chunk of chunksOf(file, actor, errors)) {
    const rows = chunk.map(({ row, fields }) => ({ row, fields: { ...made.get(fields.sku), ...fields } }));
    const { imported, errors: refused } = await workshop.database
      .transaction(actor.merchant.id, async (tx): Promise<Outcome> => {
        throw new Rehearsed(await importRows(tx, deedOf(workshop, actor), rows));
      })
      .catch((error: unknown) => {
        if (error instanceof Rehearsed) return error.outcome;
        throw error;
      });
    errors.push(...refused);
    const wrong = new Set(refused.map(({ row }) => row));
    for (const { row, fields } of rows) if (!wrong.has(row)) made.set(fields.sku, { ...made.get(fields.sku), ...fields });
    if (last < previewed) preview.push(...imported.filter((_, at) => last + at < previewed));
    last += imported.length;
  }
  errors.sort((a, b) => a.row - b.row);
  return { errors, preview: preview.map(({ product }) => product) };
}

const deedOf = ({ clock }: Workshop, actor: Actor): Deed => ({ actor, now: clock.now() });

/** The rows that can be read, so many at a time; the others become errors. The whole file is looked through before the first chunk. */
async function* chunksOf(file: Buffer, actor: Actor, errors: RowError[]): AsyncIterable<NumberedRow[]> {
  await inspect(file);
  let heading: Heading | undefined;
  let chunk: NumberedRow[] = [];
  for await (const { row, cells } of readRows(file)) {
    if (heading === undefined) {
      heading = readHeading(cells);
      continue;
    }
    const fields = readOrTell({ row, cells }, heading, actor, errors);
    if (fields === undefined) continue;
    chunk.push({ row, fields });
    if (chunk.length < rowsOfChunk) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

async function inspect(file: Buffer): Promise<void> {
  let rows = -1;
  let first: readonly ReadCell[] = [];
  for await (const { cells } of readRows(file)) {
    rows += 1;
    if (rows === 0) first = cells;
    if (rows === 0) readHeading(cells);
    if (rows > rowsAtMost) throw unreadable(`has more than ${rowsAtMost} rows`);
  }
  if (first.length === 0) throw unreadable('has no heading');
  if (rows < 1) throw unreadable('has no rows below its heading');
}

function readOrTell({ row, cells }: ReadRow, heading: Heading, { merchant }: Actor, errors: RowError[]): RowFields | undefined {
  try {
    return readRow(cells, heading, merchant.currency);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    errors.push({ row, message: messageOf(error) });
    return undefined;
  }
}

async function importRows(tx: Transaction, deed: Deed, rows: readonly NumberedRow[]): Promise<Outcome> {
  const ids = await listIdsBySku(
    tx,
    rows.map(({ fields }) => fields.sku),
  );
  const outcome: Outcome = { imported: [], errors: [] };
  // Products in the order of their ids, as everybody locks levels, so that an import and a sale queue and do not deadlock. New ones come last.
  const orderOf = ({ fields }: NumberedRow) => ids.get(fields.sku) ?? 'new';
  const inOrder = rows.map((row) => ({ ...row, order: orderOf(row) })).sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0));
  for (const { row, fields } of inOrder) {
    try {
      const product = await tx.attempt(() => importRow(tx, deed, fields, ids.get(fields.sku)));
      ids.set(fields.sku, product.id);
      outcome.imported.push({ row, product });
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind === 'unavailable') throw error;
      outcome.errors.push({ row, message: messageOf(error) });
    }
  }
  outcome.imported.sort((a, b) => a.row - b.row);
  return outcome;
}

function importRow(tx: Transaction, deed: Deed, fields: RowFields, id: string | undefined): Promise<ProductRow> {
  if (fields.stock !== undefined && fields.stock < 0 && !deed.actor.merchant.allow_negative_stock)
    throw invalidInput([{ field: 'stock', message: 'must be at least 0' }]);
  if (id !== undefined) return changeProduct(tx, deed, { ...fields, id }, 'import');
  const { name, price } = fields;
  const missing = [...(name === undefined ? ['name'] : []), ...(price === undefined ? ['price'] : [])];
  if (name === undefined || price === undefined)
    throw invalidInput(missing.map((field) => ({ field, message: 'is required for a new product' })));
  return createProduct(tx, deed, { ...fields, name, price });
}
