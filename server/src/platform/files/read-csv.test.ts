import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../core/errors.ts';
import { delimiterOf, readCsv } from './read-csv.ts';

const read = async (content: string | Buffer) =>
  (await Array.fromAsync(readCsv(Buffer.from(content)))).map(({ cells }) => cells);
const refusing = (message: string) => (error: unknown) =>
  error instanceof AppError && error.details[0]?.field === 'file' && error.details[0].message === message;

test('takes the most frequent separator of the first line that the next one has as often, outside of quotation marks', () => {
  const headings: [heading: string, delimiter: string][] = [
    ['sku,name', ','],
    ['sku;name', ';'],
    ['sku\tname', '\t'],
    ['sku', ','],
    ['', ','],
    ['a;b,c;d', ';'],
    ['a,b;c', ','],
    ['"a;b;c",d', ','],
    ['"a,b,c";d', ';'],
    ['"a""b,,,";d', ';'],
    ['a,b\nc;d;e', ','],
    ['a;b\r\nc,d,e', ';'],
    ['"a\nb";c\nd,e,f', ';'],
    ['\uFEFF\n\na;b', ';'],
    ['a, b, c;d\n1;2', ';'],
    ['a, b, c;d\n\n"1,2,";2', ';'],
    ['a,b;c;d\n1,2', ','],
    ['a;b,c\td\n1', ','],
  ];
  for (const [heading, delimiter] of headings) assert.equal(delimiterOf(heading), delimiter, JSON.stringify(heading));
});

test('leaves the commas of a file with semicolons or tabs as they are', async () => {
  assert.deepEqual(await read('a;b;c;d;e\n1,5;-2,25; 3,0 ;1,2,3;x1,5'), [
    ['a', 'b', 'c', 'd', 'e'],
    ['1,5', '-2,25', ' 3,0 ', '1,2,3', 'x1,5'],
  ]);
  assert.deepEqual(await read('a\tb\n1,5\t2'), [
    ['a', 'b'],
    ['1,5', '2'],
  ]);
});

test('reads every line end, rows of any length, and quotation marks inside of a cell', async () => {
  assert.deepEqual(await read('\uFEFFa,b\r\n1\r"2,2",3,4\n5" tall,6'), [
    ['a', 'b'],
    ['1'],
    ['2,2', '3', '4'],
    ['5" tall', '6'],
  ]);
});

test('a first line with sep= names the separator, and is no row', async () => {
  const rows = [
    { row: 2, cells: ['a,b,c', 'd'] },
    { row: 3, cells: ['1,5', '2'] },
  ];
  for (const first of ['sep=;', '\uFEFFSEP=;', '"sep=;"', 'sep=;;'])
    assert.deepEqual(await Array.fromAsync(readCsv(Buffer.from(`${first}\r\na,b,c;d\r\n1,5;2`))), rows, first);
  assert.deepEqual(await read('sep=,\na;b;c,d\n1,2'), [
    ['a;b;c', 'd'],
    ['1', '2'],
  ]);
  assert.deepEqual(await read('sep=x\na'), [['sep=x'], ['a']]);
  assert.deepEqual(await read('sep,a\n1,2'), [
    ['sep', 'a'],
    ['1', '2'],
  ]);
});

test('names what is wrong with a file, and in which row', async () => {
  const files: [content: string | Buffer, message: string][] = [
    [Buffer.from('a,\xe4', 'latin1'), 'must be an XLSX workbook, or CSV in UTF-8'],
    ['a,b\0', 'must be an XLSX workbook, or CSV; this is neither'],
    ['a,b\n1,2\n"3,4', 'has a quotation mark that is never closed, in row 3'],
    [`a\n${'1\n'.repeat(20_000)}"2\n3"\n"4`, 'has a quotation mark that is never closed, in row 20003'],
  ];
  for (const [content, message] of files) await assert.rejects(read(content), refusing(message), message);
  assert.equal((await read(`a,b\n1,${'x'.repeat(400_000)}`)).length, 2);
});
