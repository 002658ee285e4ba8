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

const claim = (id: string, now: string, { lost_before = at(0), digest = 'file' } = {}) =>
  claimImport(
    db,
    { id, user_id: shop.owner_id, file_name: 'a.csv', total: 9, kind: 'products', digest },
    { now, lost_before },
  );
const nothing = { done: 0, imported: 0, failed: 0, error_rows: [], error_messages: [] };
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
  assert.deepEqual(await claim(id, at(1)), nothing);
  assert.equal(await claim(id, at(2)), undefined, 'it is running');
  assert.deepEqual(await claim(id, at(5), { lost_before: at(1) }), nothing, 'it was not seen since');
  assert.equal(await progress(id, at(1), at(6)), 0);
  assert.equal(await finishImport(db, { id, started_at: at(1), status: 'failed' }, at(6)), 0);
  assert.partialDeepStrictEqual(await stored(id), { status: 'running', done: 0 });
  assert.equal(await progress(id, at(5), at(6)), 1);
  assert.equal(await finishImport(db, { id, started_at: at(5), status: 'done' }, at(7)), 1);
  assert.partialDeepStrictEqual(await stored(id), { status: 'done', done: 3, imported: 3 });
  assert.equal(await progress(id, at(5), at(8)), 0, 'it has ended');
});

const part = { done: 3, imported: 2, failed: 1, error_rows: [4], error_messages: ['price: must be a number'] };

/** An import of which a part was done before it failed. */
async function failedImport() {
  const id = newId();
  await claim(id, at(1));
  await progress(id, at(1), at(2), [{ row: 4, message: 'price: must be a number' }]);
  await finishImport(db, { id, started_at: at(1), status: 'failed' }, at(3));
  return id;
}

test('a failed import is continued with the same file, and with no other one', async () => {
  const id = await failedImport();
  assert.equal(await claim(id, at(4), { digest: 'other' }), undefined);
  assert.deepEqual(await claim(id, at(5)), part);
  assert.deepEqual(await stored(id), { ...part, status: 'running', finished_at: null });
});

test('an import of which nothing was done, or that was undone, starts with any file', async () => {
  const id = newId();
  await claim(id, at(1));
  await finishImport(db, { id, started_at: at(1), status: 'failed' }, at(3));
  assert.deepEqual(await claim(id, at(4), { digest: 'other' }), nothing);
  const undone = await failedImport();
  await app.admin.query(`update imports set undo_status = 'done' where id = $1`, [undone]);
  assert.deepEqual(await claim(undone, at(4), { digest: 'other' }), nothing);
});

test('an import starts again if its undo has begun, and if an earlier version did not record its file', async () => {
  const begun = await failedImport();
  await app.admin.query(`update imports set undo_result = '{}' where id = $1`, [begun]);
  assert.equal(await claim(begun, at(4), { digest: 'other' }), undefined);
  assert.deepEqual(await claim(begun, at(4)), nothing);
  const earlier = await failedImport();
  await app.admin.query('update imports set digest = null where id = $1', [earlier]);
  assert.deepEqual(await claim(earlier, at(4)), nothing);
});

test('a finished import is never started again', async () => {
  const id = newId();
  await claim(id, at(1));
  await finishImport(db, { id, started_at: at(1), status: 'done' }, at(3));
  assert.equal(await claim(id, at(9)), undefined);
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
