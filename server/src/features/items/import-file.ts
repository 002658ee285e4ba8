import type { Database, Transaction } from '../../db/handle.ts';
import type { Actor, Deed } from '../../kernel/actor.ts';
import type { Timestamp } from '../../kernel/clock.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { putProducts } from '../catalogue/put-products.ts';
import { messageOf } from './import-rules.ts';
import { type Chunk, countRows, type NumberedRow, type RowError, readChunks } from './read-import.ts';

interface Workshop {
  database: Database;
  clock: { now(): Timestamp };
}

/**
 * Makes or changes a product for each row. Each stands alone: what is wrong with one is told, and the others land.
 * @throws Refusal VALIDATION_ERROR on `file`, before anything has landed, for what cannot be read
 */
export async function importFile({ database, clock }: Workshop, actor: Actor, file: Buffer) {
  await countRows(file);
  let success = 0;
  const errors: RowError[] = [];
  for await (const chunk of readChunks(file, actor.merchant)) {
    const refused = await database.transaction(actor.merchant.id, (tx) => importChunk(tx, { actor, now: clock.now() }, chunk));
    success += chunk.rows.length - (refused.length - chunk.errors.length);
    errors.push(...refused);
  }
  return { success, failed: errors.length, errors };
}

/** @returns what is wrong with rows, those that could not be read among them */
async function importChunk(tx: Transaction, deed: Deed, { rows, errors }: Chunk): Promise<RowError[]> {
  const refusals = await putRows(tx, deed, rows);
  const refused = rows.flatMap(({ row }, at) => {
    const refusal = refusals[at];
    return refusal === undefined ? [] : [{ row, message: messageOf(refusal) }];
  });
  return [...errors, ...refused].sort((a, b) => a.row - b.row);
}

async function putRows(tx: Transaction, deed: Deed, rows: readonly NumberedRow[]): Promise<(Refusal | undefined)[]> {
  try {
    const inputs = rows.map(({ fields }) => fields);
    return inputs.length === 0 ? [] : await putProducts(tx, deed, inputs);
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind === 'unavailable') throw error;
  }
  // Somebody came in between: row by row, it shows which of them is in the way.
  const refusals: (Refusal | undefined)[] = [];
  for (const { fields } of rows) refusals.push(await putRow(tx, deed, fields));
  return refusals;
}

async function putRow(tx: Transaction, deed: Deed, fields: NumberedRow['fields']): Promise<Refusal | undefined> {
  try {
    const [refusal] = await tx.attempt(() => putProducts(tx, deed, [fields]));
    return refusal;
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind === 'unavailable') throw error;
    return error;
  }
}
