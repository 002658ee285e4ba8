import assert from 'node:assert/strict';
import { test } from 'node:test';
import { book, cell, office, partsOf, relations, zip } from '../../../../test/files.ts';
import { AppError } from '../../core/errors.ts';
import { readXlsx } from './read-xlsx.ts';
import { openZip } from './read-zip.ts';

const read = async (file: Buffer) => (await Array.fromAsync(readXlsx(file))).map(({ cells }) => cells);
const readRow = async (cells: string, parts: Record<string, string> = {}) =>
  (await read(book(`<row r="1">${cells}</row>`, parts)))[0];

const refusing = (message: string) => (error: unknown) =>
  error instanceof AppError && error.code === 'VALIDATION_ERROR' && error.details[0]?.message === message;
const notWorkbook = refusing('cannot be read as an XLSX workbook');

const first = `<row r="1">${cell('A1', 'first')}</row>`;

test('joins the runs of a text, and leaves its pronunciation out', async () => {
  const text = '<r><t>To</t></r><r><t>kyo</t></r><rPh sb="0" eb="2"><t>toukyou</t></rPh><phoneticPr fontId="1"/>';
  const inline = `<c r="A1" t="inlineStr"><is>${text}</is></c>`;
  const shared = '<c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>0</v></c>';
  const texts = `<sst><si>${text}</si><si><rPh><t>no</t></rPh><t>yes_x0041_</t></si></sst>`;
  assert.deepEqual(await readRow(inline + shared, { 'xl/sharedStrings.xml': texts }), ['Tokyo', 'yesA', 'Tokyo']);
});

test('resolves entities, line breaks and CDATA, and skips comments and instructions', async () => {
  const xml = (text: string) => readRow(cell('A1', text));
  const texts: [written: string, read: string][] = [
    ['a &lt;&gt;&amp;&quot;&apos; b', 'a <>&"\' b'],
    ['&#65;&#x42;&#x1F600;', 'AB😀'],
    ['&#1;&#xD7FF;&#xE000;&#x10FFFF;', '\u0001\ud7ff\ue000\u{10ffff}'],
    ['a\r\nb\rc\nd', 'a\nb\nc\nd'],
    ['a<![CDATA[<b>&amp;]]>c', 'a<b>&amp;c'],
    ['a<!-- <t> -->b<?x y?>c', 'abc'],
  ];
  for (const [written, text] of texts) assert.deepEqual(await xml(written), [text], written);
  for (const broken of ['&', '&x;', '&#0;', '&#xD800;', '&#xDFFF;', '&#x110000;', '&lt', '&toString;'])
    await assert.rejects(xml(broken), notWorkbook, broken);
  await assert.rejects(
    read(book(first, { 'xl/sharedStrings.xml': '<!DOCTYPE sst><sst/>' })),
    refusing('has a document type declaration, which workbooks do not have'),
  );
});

test('rejects XML whose elements are not closed, or that has none', async () => {
  for (const sheet of ['', 'text', '<a>', '<a></a></a>', '<a/>x', '<a', '<a b="<"/>', '< a/>', '<a b=">'])
    await assert.rejects(read(book('', { 'xl/worksheets/sheet1.xml': sheet })), notWorkbook, sheet);
  const latin = Buffer.from('<worksheet a="\xe4"/>', 'latin1');
  await assert.rejects(read(book('', { 'xl/worksheets/sheet1.xml': latin })), notWorkbook);
});

test('reads one tag or text of a million characters, and no longer one', async () => {
  const withText = (length: number) => book(`<row r="1">${cell('A1', 'x'.repeat(length))}</row>`);
  const [[text] = []] = await read(withText(900_000));
  assert.equal((text as string).length, 900_000);
  await assert.rejects(read(withText(1_200_000)), refusing('has a cell that is too long'));
});

test('reads shared texts of twenty million characters, and not one more', async () => {
  // Each counts forty characters more than it has.
  const texts = `<si><t>${'x'.repeat(999_960)}</t></si>`.repeat(20);
  const withTexts = (inner: string) => book(first, { 'xl/sharedStrings.xml': `<sst>${inner}</sst>` });
  assert.deepEqual(await read(withTexts(texts)), [['first']]);
  await assert.rejects(read(withTexts(`${texts}<si/>`)), refusing('has more text than is read'));
});

test('finds the sheet by an absolute and a relative target, and not outside of the file', async () => {
  const sheet = (id: string, target: string, more = '') =>
    `<Relationship Id="${id}" Type="${office}/worksheet" Target="${target}" ${more}/>`;
  const readBy = (inner: string) => read(book(first, { 'xl/_rels/workbook.xml.rels': relations(inner) }));
  assert.deepEqual(await readBy(sheet('r1', '/xl/worksheets/sheet1.xml')), [['first']]);
  assert.deepEqual(await readBy(sheet('r1', './worksheets/sheet1.xml')), [['first']]);
  assert.deepEqual(await readBy(sheet('r0', 'other.xml') + sheet('r1', 'worksheets/sheet1.xml')), [['first']]);
  for (const wrong of [
    sheet('r1', 'worksheets/sheet1.xml', 'TargetMode="External"'),
    sheet('r2', 'worksheets/sheet1.xml'),
    sheet('r1', 'worksheets/missing.xml'),
    sheet('r1', 'worksheets/sheet1.xml').replace('/worksheet"', '/chartsheet"'),
  ])
    await assert.rejects(readBy(wrong), notWorkbook, wrong);
});

test('reads the first of several sheets, and a workbook in another folder', async () => {
  const workbook = `<workbook xmlns:r="${office}"><sheets><sheet r:id="r9"/><sheet r:id="r1"/></sheets></workbook>`;
  const inner = ['r1', 'r9'].map((id) => `<Relationship Id="${id}" Type="${office}/worksheet" Target="${id}.xml"/>`);
  const sheet = (text: string) => `<worksheet><sheetData><row r="1">${cell('A1', text)}</row></sheetData></worksheet>`;
  const parts = {
    '_rels/.rels': relations(
      `<Relationship Id="p" Type="${office}/extended-properties" Target="docProps/app.xml"/>
      <Relationship Id="r" Type="${office}/officeDocument" Target="/book/main.xml"/>`,
    ),
    'book/main.xml': workbook,
    'book/_rels/main.xml.rels': relations(inner.join('')),
    'book/r1.xml': sheet('second'),
    'book/r9.xml': sheet('first'),
  };
  assert.deepEqual(await read(zip(Object.entries(parts))), [['first']]);
  const noSheet = { ...parts, 'book/main.xml': '<workbook><sheets/></workbook>' };
  await assert.rejects(read(zip(Object.entries(noSheet))), notWorkbook);
  const noBook = { ...parts, '_rels/.rels': relations('') };
  await assert.rejects(read(zip(Object.entries(noBook))), notWorkbook);
});

test('reads numbers with a custom format of dates as dates, and others as numbers', async () => {
  const codes = ['dd.mm.yyyy', 'h:mm:ss', 'General', '0.00" d"', '[Red]0.00', '0\\m', 'General"days"', '#,##0'];
  const isDate = [true, true, false, false, false, false, false, false];
  const formats = codes.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode='${code}'/>`).join('');
  const xfs = codes.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join('');
  // The styles of names come first, and do not count.
  const styles = `<styleSheet><numFmts>${formats}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${xfs}<xf/></cellXfs><dxfs><xf numFmtId="14"/></dxfs></styleSheet>`;
  const cells = [...codes, '', ''].map((_, at) => `<c s="${at}"><v>45000.5</v></c>`).join('');
  const date = new Date('2023-03-15T12:00:00Z');
  const expected = [...isDate, false, false].map((is) => (is ? date : 45_000.5));
  assert.deepEqual(await readRow(cells, { 'xl/styles.xml': styles }), expected);
  assert.deepEqual(await readRow('<c><v>45000.5</v></c>'), [45_000.5]);
});

test('reads cells without a reference after the cell before', async () => {
  const cells = '<c t="b"><v>true</v></c><c r="C1" t="b"><v>0</v></c><c t="d"><v>2026-01-31</v></c><c/>';
  assert.deepEqual(await readRow(cells), [true, null, false, new Date('2026-01-31'), null]);
  assert.deepEqual(await readRow('<c t="b"><v>false</v></c><c><v>+.5E1</v></c><c><v>1e</v></c>'), [false, 5, '1e']);
});

test('rejects a cell at an impossible place, or whose text is missing', async () => {
  for (const reference of ['1A', 'a1', 'AAAA1', 'A'])
    await assert.rejects(
      readRow(`<c r="${reference}"><v>1</v></c>`),
      refusing('has a cell that does not say where it is'),
    );
  const texts = { 'xl/sharedStrings.xml': '<sst><si><t>only</t></si></sst>' };
  assert.deepEqual(await readRow('<c t="s"><v>0</v></c>', texts), ['only']);
  for (const number of ['1', '-1', 'x', ''])
    await assert.rejects(
      readRow(`<c t="s"><v>${number}</v></c>`, texts),
      refusing('has a cell in row 1 whose text is missing'),
    );
});

test('numbers rows without a number, up to the last row of a spreadsheet', async () => {
  const numbered = await Array.fromAsync(readXlsx(book('<row r="3"/><row/><row r="1048576"/>')));
  assert.deepEqual(
    numbered.map(({ row }) => row),
    [3, 4, 1_048_576],
  );
  await assert.rejects(read(book('<row r="1048577"/>')), refusing('has rows that are not in their order'));
});

test('reads parts that are not compressed', async () => {
  const long = 'x'.repeat(150_000);
  const parts = Object.entries(partsOf(`<row r="1">${cell('A1', long)}</row>`));
  assert.deepEqual(await read(zip(parts, { isStored: true })), [[long]]);
});

test('rejects zip files that are encrypted, damaged, ambiguous, or have too many parts', () => {
  const file = zip(Object.entries(partsOf(first)));
  const directory = file.readUInt32LE(file.length - 6);
  const changed = (at: number, value: number) => {
    const copy = Buffer.from(file);
    copy.writeUInt16LE(value, at);
    return copy;
  };
  const broken = refusing('is a broken zip file');
  assert.throws(() => openZip(changed(directory + 8, 1)), refusing('is encrypted'));
  assert.throws(() => openZip(changed(directory + 10, 9)), refusing('is packed in a way that no XLSX workbook is'));
  for (const damaged of [
    changed(directory, 0),
    changed(0, 0),
    changed(directory + 42, 60_000),
    ...[1, 3, 29].map((before) => changed(directory + 42, file.length - before)),
    ...[1, 3, 45].map((before) => changed(file.length - 6, file.length - before)),
    changed(file.length - 6, 60_000),
    changed(file.length - 12, 9),
    file.subarray(0, -1),
    Buffer.from('PK'),
    zip([
      ['a', '1'],
      ['a', '2'],
    ]),
  ])
    assert.throws(() => openZip(damaged), broken);
  const parts = (count: number) => zip(Array.from({ length: count }, (_, at) => [`${at}`, '']));
  assert.ok(openZip(parts(1_000)).has('999'));
  assert.throws(() => openZip(parts(1_001)), refusing('has too many parts for an XLSX workbook'));
});
