import assert from 'node:assert/strict';
import { test } from 'node:test';
import { book, cell, headed } from '../../../../test/files.ts';
import { openRows } from './open-rows.ts';

const refused = (message: string) => ({ code: 'VALIDATION_ERROR', details: [{ field: 'file', message }] });
const open = (content: string | Buffer, rowsAtMost = 50_000) =>
  openRows(Buffer.from(content), { rowsAtMost, rowsPerBatch: 1_000 });

test('reads a file in a thread, with its rows and their numbers in the file', async () => {
  const file = await open('\n\nsku,name\nA,One\n\n"B\nC",Two\n');
  assert.deepEqual(file.first, { row: 3, cells: ['sku', 'name'] });
  assert.equal(file.rows, 3);
  const batches = await Array.fromAsync(file.batches());
  assert.deepEqual(batches, [
    [
      { row: 4, cells: ['A', 'One'] },
      { row: 6, cells: ['B\nC', 'Two'] },
    ],
  ]);
});

test('detects the separator also behind many blank lines', async () => {
  const file = await open(`${'\n'.repeat(40_000)}sku;name;price\nA;One;1,5\n`);
  assert.deepEqual(file.first?.cells, ['sku', 'name', 'price']);
  assert.deepEqual((await Array.fromAsync(file.batches())).flat(), [{ row: 40_002, cells: ['A', 'One', '1,5'] }]);
  assert.deepEqual(file.numbers, { signs: [undefined, undefined, ','], separator: ';' });
});

test('transfers the bytes, and copies those that share memory with others', async () => {
  const large = Buffer.alloc(100_000, 'sku\n');
  await (await openRows(large, { rowsAtMost: 50_000, rowsPerBatch: 1_000 })).close();
  assert.equal(large.byteLength, 0);
  const shared = Buffer.from('neighbour,sku\nA').subarray(10);
  await (await openRows(shared, { rowsAtMost: 5, rowsPerBatch: 1_000 })).close();
  assert.equal(shared.toString(), 'sku\nA');
});

test('counts every record, also blank ones, and stops at the limit', async () => {
  const tooMany = refused('has more than 50000 rows');
  for (const line of ['\n', ',,\n', '""\r\n']) {
    await assert.rejects(open(`sku,name\n${line.repeat(50_001)}`), tooMany, JSON.stringify(line));
  }
  // Ten mebibytes of blank lines, which once took minutes.
  await assert.rejects(open(Buffer.concat([Buffer.from('sku\n'), Buffer.alloc(10 * 1024 * 1024, '\n')])), tooMany);
  await assert.rejects(open(book(headed('<row/>'.repeat(60_000)))), tooMany);
  const most = await open(`sku\n${'\n'.repeat(49_999)}A\n`);
  assert.equal(most.rows, 2);
  await most.close();
});

test('rejects a row of too many cells before they are parsed', async () => {
  const row = Buffer.concat([Buffer.from('sku\n'), Buffer.alloc(9 * 1024 * 1024, ',')]);
  await assert.rejects(open(row), refused('has a row that is too long, row 2'));
});

test('accepts 1,000 cells in a row and no more, anywhere in the file', async () => {
  const wide = (cells: number) => `sku\nA\n${'1,'.repeat(cells - 1)}1\nB\n`;
  const most = await open(wide(1_000));
  const [batch = []] = await Array.fromAsync(most.batches());
  assert.deepEqual(
    batch.map(({ cells }) => cells.length),
    [1, 1_000, 1],
  );
  await assert.rejects(open(wide(1_001)), refused('has more than 1000 columns'));
});

test('rejects a long shared text in very many cells before it is sent between threads', async () => {
  const text = 'x'.repeat(90_000);
  const rows = Array.from(
    { length: 1_000 },
    (_, at) => `<row r="${at + 2}">${cell(`A${at + 2}`, 'S')}<c r="B${at + 2}" t="s"><v>0</v></c></row>`,
  );
  const file = book(headed(rows.join('')), { 'xl/sharedStrings.xml': `<sst><si><t>${text}</t></si></sst>` });
  await assert.rejects(open(file), refused('has more text than is read'));
});

test('reads fifty million characters, and not one cell more', async () => {
  const withCells = (more: string) =>
    book('<row><c t="s"><v>0</v></c></row>'.repeat(500) + more, {
      'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(100_000)}</t></si></sst>`,
    });
  const most = await open(withCells(''));
  assert.equal(most.rows, 500);
  await most.close();
  await assert.rejects(open(withCells('<row><c><v>1</v></c></row>')), refused('has more text than is read'));
});

test('reads a cell of 100,000 characters, and no longer one', async () => {
  const most = await open(`sku\n${'x'.repeat(100_000)}`);
  assert.equal(most.rows, 2);
  await most.close();
  await assert.rejects(open(`sku\n${'x'.repeat(100_001)}`), refused('has a cell in row 2 that is too long'));
});

test('sends long rows in smaller batches', async () => {
  const file = await open(`sku,description\n${`A,${'x'.repeat(9_000)}\n`.repeat(500)}`);
  const batches = await Array.fromAsync(file.batches());
  assert.ok(batches.length > 4);
  assert.equal(batches.flat().length, 500);
});

test('reads many rows that are long, but not too long', async () => {
  const file = await open(`sku,description\n${`A,${'x'.repeat(90_000)}\n`.repeat(50)}`);
  assert.equal((await Array.fromAsync(file.batches())).flat().length, 50);
});

test('ends a batch at its number of rows, or at a million characters', async () => {
  const lengthsOf = async (line: string, count: number) => {
    const file = await open(`sku\n${`${line}\n`.repeat(count)}`);
    return (await Array.fromAsync(file.batches())).map(({ length }) => length);
  };
  assert.deepEqual(await lengthsOf('A', 2_001), [1_000, 1_000, 1]);
  assert.deepEqual(await lengthsOf('A', 2_000), [1_000, 1_000]);
  assert.deepEqual(await lengthsOf('x'.repeat(100_000), 25), [10, 10, 5]);
});

test('stops reading when the client disconnects', async () => {
  const disconnecting = new AbortController();
  const file = await openRows(Buffer.from(`sku\n${'A\n'.repeat(10_000)}`), {
    rowsAtMost: 50_000,
    rowsPerBatch: 1_000,
    signal: disconnecting.signal,
  });
  const batches = file.batches()[Symbol.asyncIterator]();
  assert.equal((await batches.next()).value?.length, 1_000);
  disconnecting.abort(new Error('gone'));
  await assert.rejects(
    async () => {
      for (;;) if ((await batches.next()).done) return;
    },
    { message: 'gone' },
  );
});
