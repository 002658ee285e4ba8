import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { openRows } from './open-rows.ts';
import { type Sheet, writeFile } from './write-file.ts';

const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => [`S${at}`, `abc;=1+${at}\n－x`, at]);

async function* oneBatch(count: number): AsyncIterable<ReturnType<typeof rowsOf>> {
  yield rowsOf(count);
}

const sheet = (count: number): Sheet => ({ name: 'Any', headings: ['sku', 'name', 'stock'], rows: oneBatch(count) });

for (const format of ['csv', 'xlsx'] as const) {
  test(`writes ${format} that is read back unchanged, without blocking the event loop`, async () => {
    let turns = 0;
    let isDone = false;
    const others = (async () => {
      while (!isDone) {
        await setImmediate();
        if (!isDone) turns += 1;
      }
    })();
    const pieces = await Array.fromAsync(writeFile(sheet(50_000), format, 'EUR'));
    isDone = true;
    await others;
    assert.ok(turns > 0, `${turns} turns of the event loop`);
    const file = await openRows(Buffer.concat(pieces), { rowsAtMost: 50_000, rowsPerBatch: 1_000 });
    const read = (await Array.fromAsync(file.batches())).flat().map(({ cells }) => cells);
    assert.equal(read.length, 50_000);
    assert.deepEqual(
      read.map(([sku, name, stock]) => [sku, name, Number(stock)]),
      rowsOf(50_000),
    );
  });
}

test('writes a piece as soon as it has 65,536 characters', async () => {
  async function* rows() {
    // The byte order mark, the heading and the line breaks are six characters.
    yield [['x'.repeat(65_536 - 6)], ['y']];
  }
  const pieces = await Array.fromAsync(writeFile({ name: 'Any', headings: ['h'], rows: rows() }, 'csv', 'EUR'));
  assert.deepEqual(
    pieces.map((piece) => Buffer.from(piece).toString().length),
    [65_536, 3],
  );
});

test('writes an empty list as a file with a heading', async () => {
  const [piece] = await Array.fromAsync(writeFile(sheet(0), 'csv', 'EUR'));
  assert.equal(Buffer.from(piece ?? []).toString(), '\uFEFFsku,name,stock\r\n');
});
