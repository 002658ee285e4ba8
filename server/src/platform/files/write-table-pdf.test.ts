import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPdf } from '../../../../test/pdf.ts';
import type { Cell } from './cells.ts';
import { rows_at_most, writeTablePdf } from './write-table-pdf.ts';

const print = { title: 'Sales', subtitle: 'March', total: 'Total', page: 'Page', language: 'en' } as const;

async function* inBatches(batches: readonly Cell[][][]): AsyncGenerator<Cell[][]> {
  yield* batches;
}

async function pdfOf(headings: string[], ...batches: Cell[][][]) {
  const pieces: Uint8Array[] = [];
  for await (const piece of writeTablePdf({ name: 'sales', headings, rows: inBatches(batches), print }, 'EUR'))
    pieces.push(piece);
  return readPdf(Buffer.concat(pieces)).pages;
}

test('numbers end at the right edge of their column; other columns begin at the left, also empty ones', async () => {
  const [page] = await pdfOf(
    ['a', 'n', 'e', 'm', 'z'],
    [
      ['first product', 5, null, 1_250n, 'x'],
      ['second product', 1_000, null, 7n, 'y'],
    ],
  );
  const lineWith = (text: string) => page?.lines.find((line) => line.includes(text)) ?? '';
  const [head, first, second] = [lineWith('a '), lineWith('first'), lineWith('second')];
  const endOf = (line: string, text: string) => line.lastIndexOf(text) + text.length;
  assert.equal(endOf(head, 'n'), endOf(second, '1,000'));
  assert.equal(endOf(first, '5 '), endOf(second, '1,000 '));
  assert.equal(endOf(head, 'm'), endOf(first, '12.50'));
  assert.equal(endOf(second, '0.07'), endOf(first, '12.50'));
  assert.equal(head.indexOf('z'), first.indexOf('x'));
  // Two letters of space after the column before.
  assert.equal(head.indexOf('e'), endOf(second, '1,000') + 2);
});

test('sums amounts over all batches, in the first column the word for it, unless there is only one row', async () => {
  const [page] = await pdfOf(['day', 'sales'], [['one', 1_050n]], [], [['two', 20n]]);
  assert.ok(
    page?.lines.some((line) => /^Total\s+10\.70$/.test(line.trim())),
    String(page?.lines),
  );
  const [single] = await pdfOf(['day', 'sales'], [['one', 1_050n]]);
  assert.ok(!single?.lines.some((line) => line.includes('Total')));
  const [counted] = await pdfOf(['day', 'items'], [['one', 1]], [['two', 2]]);
  assert.ok(!counted?.lines.some((line) => line.includes('Total')), 'only amounts have sums');
});

test('a table without rows has its headings', async () => {
  const [page] = await pdfOf(['day', 'sales']);
  assert.ok(
    page?.lines.some((line) => /day\s+sales/.test(line)),
    String(page?.lines),
  );
});

test('has at most 20,000 rows', async () => {
  const batch = Array.from({ length: rows_at_most / 2 }, (): Cell[] => ['x']);
  assert.equal(rows_at_most, 20_000);
  assert.ok((await pdfOf(['a'], batch, batch)).length > 100);
  await assert.rejects(pdfOf(['a'], batch, batch, [['x']]), { code: 'INVALID_STATE' });
});
