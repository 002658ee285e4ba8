import assert from 'node:assert/strict';
import { test } from 'node:test';
import { book, cell, partsOf, zip } from '../../../../test/files.ts';
import { AppError } from '../../core/errors.ts';
import { readXlsx } from './read-xlsx.ts';
import { openZip } from './read-zip.ts';

const read = async (file: Buffer) => (await Array.fromAsync(readXlsx(file))).map(({ cells }) => cells);

const refusing =
  (message: RegExp) =>
  (error: unknown): boolean =>
    error instanceof AppError && message.test(error.details[0]?.message ?? '');

test('reads cells up to column CZ, and rejects one beyond', async () => {
  const [cells = []] = await read(book(`<row r="1">${cell('A1', 'first')}${cell('CZ1', 'last')}</row>`));
  assert.deepEqual([cells.length, cells[0], cells[1], cells[103]], [104, 'first', null, 'last']);
  await assert.rejects(read(book(`<row r="1">${cell('DA1', 'beyond')}</row>`)), refusing(/beyond column CZ/));
});

test('reads rows in their order only', async () => {
  const rows = (...numbers: number[]) =>
    numbers.map((row) => `<row r="${row}">${cell(`A${row}`, String(row))}</row>`).join('');
  assert.deepEqual(await read(book(rows(1, 2, 9))), [['1'], ['2'], ['9']]);
  for (const wrong of [rows(2, 2), rows(2, 1), rows(0)])
    await assert.rejects(read(book(wrong)), refusing(/not in their order/));
});

/** Reads the number 1 as a cell of this built-in format. */
async function readAs(format: number) {
  const styles = `<styleSheet><cellXfs><xf numFmtId="${format}"/></cellXfs></styleSheet>`;
  const [[value] = []] = await read(book('<row r="1"><c r="A1" s="0"><v>1</v></c></row>', { 'xl/styles.xml': styles }));
  return value;
}

test('reads the built-in formats of dates and times as dates, and those beside them as numbers', async () => {
  const dates = [14, 18, 22, 27, 36, 45, 46, 47, 50, 58];
  for (const format of dates) assert.deepEqual(await readAs(format), new Date('1899-12-31T00:00:00Z'), `${format}`);
  for (const format of [0, 1, 13, 23, 26, 37, 44, 48, 49, 59]) assert.equal(await readAs(format), 1, `${format}`);
});

test('reads the types of cells', async () => {
  const cells = [
    '<c r="A1"><v>1.50</v></c>',
    '<c r="B1" t="b"><v>1</v></c>',
    '<c r="C1" t="str"><v>a_x000D_b</v></c>',
    '<c r="D1"><v> </v></c>',
    '<c r="E1"><v>1,5</v></c>',
    '<c r="F1"><v>-2e3</v></c>',
  ];
  assert.deepEqual(await read(book(`<row r="1">${cells.join('')}</row>`)), [[1.5, true, 'a\rb', null, '1,5', -2_000]]);
});

test('reads a workbook whose parts have extra fields and comments', async () => {
  const parts = Object.entries(partsOf(`<row r="1">${cell('A1', 'first')}</row>`));
  assert.deepEqual(await read(zip(parts, { extra: 'four', comment: 'a comment' })), [['first']]);
});

test('opens a zip file without parts, and one whose parts or directory come last', () => {
  assert.equal(openZip(zip([])).has(''), false);
  const file = zip([['', '']], { isStored: true });
  const [part, directory, end] = [file.subarray(0, 30), file.subarray(30, 76), file.subarray(76)];
  end.writeUInt32LE(30 + 22, 16);
  assert.ok(openZip(Buffer.concat([part, end, directory])).has(''));
  end.writeUInt32LE(0, 16);
  directory.writeUInt32LE(46 + 22, 42);
  assert.ok(openZip(Buffer.concat([directory, end, part])).has(''));
});

test('unpacks 100 MiB and no byte more', async () => {
  const unpack = async (bytes: number) => {
    let length = 0;
    for await (const piece of openZip(zip([['a', Buffer.alloc(bytes)]])).read('a')) length += piece.length;
    return length;
  };
  const at_most = 100 * 1024 * 1024;
  assert.equal(await unpack(at_most), at_most);
  await assert.rejects(unpack(at_most + 1), refusing(/more than 100 MiB/));
});
