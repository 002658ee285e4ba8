import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aShop, forgetEvents } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';
import { claimImport, finishImport, updateProgress } from './import-queries.ts';

const app = await createTestApp();
const shop = await aShop(app);
await forgetEvents(shop);
const db = app.database.reader(shop.merchant_id);
const at = (minute: number) => `2026-03-10T12:${String(minute).padStart(2, '0')}:00.000Z`;

const claim = (id: string, now: string, fields: { lost_before?: string; redone_before?: string | null } = {}) =>
  claimImport(
    db,
    { id, user_id: shop.owner_id, file_name: 'a.csv', total: 9, kind: 'products' },
    { now, lost_before: at(0), redone_before: null, ...fields },
  );
const progress = (id: string, started_at: string, now: string, errors: { row: number; message: string }[] = []) =>
  app.database.transaction(shop.merchant_id, (tx) => updateProgress(tx, { id, started_at, rows: 3, errors }, now));
const stored = async (id: string) => {
  const { rows } = await app.admin.query(
    'select status, done, imported, failed, error_rows, error_messages, finished_at from imports where id = $1',
    [id],
  );
  return rows[0];
};

test('a run that was replaced neither counts nor ends the new one', async () => {
  const id = newId();
  assert.equal(await claim(id, at(1)), true);
  assert.equal(await claim(id, at(2)), false, 'it is running');
  assert.equal(await claim(id, at(5), { lost_before: at(1) }), true, 'it was not seen since');
  assert.equal(await progress(id, at(1), at(6)), 0);
  assert.equal(await finishImport(db, { id, started_at: at(1), status: 'failed' }, at(6)), 0);
  assert.partialDeepStrictEqual(await stored(id), { status: 'running', done: 0 });
  assert.equal(await progress(id, at(5), at(6)), 1);
  assert.equal(await finishImport(db, { id, started_at: at(5), status: 'done' }, at(7)), 1);
  assert.partialDeepStrictEqual(await stored(id), { status: 'done', done: 3, imported: 3 });
  assert.equal(await progress(id, at(5), at(8)), 0, 'it has ended');
});

test('a repeated import starts from nothing', async () => {
  const id = newId();
  await claim(id, at(1));
  await progress(id, at(1), at(2), [{ row: 4, message: 'price: must be a number' }]);
  assert.partialDeepStrictEqual(await stored(id), { done: 3, imported: 2, failed: 1, error_rows: [4] });
  await finishImport(db, { id, started_at: at(1), status: 'failed' }, at(3));
  assert.equal(await claim(id, at(4)), true);
  assert.deepEqual(await stored(id), {
    status: 'running',
    done: 0,
    imported: 0,
    failed: 0,
    error_rows: [],
    error_messages: [],
    finished_at: null,
  });
});

test('a finished import is repeated only after the time in which its answer is replayed', async () => {
  const id = newId();
  await claim(id, at(1));
  await finishImport(db, { id, started_at: at(1), status: 'done' }, at(3));
  assert.equal(await claim(id, at(9)), false);
  assert.equal(await claim(id, at(9), { redone_before: at(2) }), false);
  assert.equal(await claim(id, at(9), { redone_before: at(3) }), true);
});

test('keeps the first hundred errors, and counts all', async () => {
  const id = newId();
  await claim(id, at(1));
  const errors = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ row: from + index, message: `row ${from + index}` }));
  await progress(id, at(1), at(2), errors(1, 60));
  await progress(id, at(1), at(3), errors(61, 60));
  const { failed, error_rows, error_messages } = await stored(id);
  assert.equal(failed, 120);
  assert.deepEqual(
    error_rows,
    Array.from({ length: 100 }, (_, index) => index + 1),
  );
  assert.deepEqual([error_messages.length, error_messages[99]], [100, 'row 100']);
});
