import { gzipSync } from 'node:zlib';
import { book, cell, headed, office, partsOf, relations, zip } from './files.ts';

/** Malicious and broken files. Each is built when it is used, because some are large. */

type Content = string | Buffer;

const row = (inner: string, at = 2) => headed(`<row r="${at}">${inner}</row>`);
const named = (sku: string, name = 'Any', price = '<v>1</v>') =>
  row(`${cell('A2', sku)}${cell('B2', name)}<c r="C2">${price}</c>`);
const sheet = (xml: string) => book('', { 'xl/worksheets/sheet1.xml': xml });
const sheetOf = (inner: string) => sheet(`<worksheet><sheetData>${inner}</sheetData></worksheet>`);
const texts = (inner: string) => `<sst>${inner}</sst>`;

const external = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>';
const billionLaughs = `<!DOCTYPE x [<!ENTITY a "ha">${'bcdefghij'.replace(/./g, (name) => {
  const before = String.fromCharCode(name.charCodeAt(0) - 1);
  return `<!ENTITY ${name} "${`&${before};`.repeat(10)}">`;
})}]>`;

const good = () => headed(`<row r="2">${cell('A2', 'X')}${cell('B2', 'X')}<c r="C2"><v>1</v></c></row>`);
const goodParts = () => ({ ...partsOf(good()), 'xl/sharedStrings.xml': texts(''), 'xl/styles.xml': '<styleSheet/>' });

/** A workbook for each part that is read, with `prolog` before the first element of the part. */
const prefixed = (what: string, prolog: string): Record<string, () => Content> =>
  Object.fromEntries(
    Object.entries(goodParts())
      .filter(([part]) => part !== '[Content_Types].xml')
      .map(([part, content]) => [
        `${what} in ${part}`,
        () => book(good(), { ...goodParts(), [part]: prolog + content }),
      ]),
  );

/** A valid workbook with some bytes changed, `at` bytes after each occurrence of `sign`. */
function patched(sign: string, at: number, bytes: number[]): Buffer {
  const file = book(good());
  for (let found = file.indexOf(sign, 0, 'latin1'); found >= 0; found = file.indexOf(sign, found + 4, 'latin1')) {
    Buffer.from(bytes).copy(file, found + at);
  }
  return file;
}

/** Two parts with the same name. Some readers take the first and some take the last. */
const twins = () => zip([...Object.entries(partsOf(good())), ['xl/workbook.xml', '<workbook/>']]);

const badCells: Record<string, string> = {
  'a cell far away': cell('XFD2', 'A'),
  'a cell beyond all columns': cell('ZZZZ2', 'A'),
  'a cell with an encoded reference': `<c t="n" r='&#88;FD2'><v>1</v></c>`,
  '16,384 columns': '<c><v>1</v></c>'.repeat(16_384),
  'a cell of 9 MB in a workbook': cell('A2', 'x'.repeat(9_000_000)),
  'a cell of 9 MB in many pieces': cell('A2', 'x<!-- -->'.repeat(1_000_000)),
  'a shared string that does not exist': '<c r="A2" t="s"><v>7</v></c>',
  'a shared string with a negative index': '<c r="A2" t="s"><v>-1</v></c>',
  'a shared string with the index __proto__': '<c r="A2" t="s"><v>__proto__</v></c>',
  'an undeclared entity': cell('A2', '&nbsp;'),
  'a NUL as a character reference': cell('A2', '&#0;'),
  'half a surrogate pair as a character reference': cell('A2', '&#xD800;'),
  'a character reference beyond Unicode': cell('A2', '&#1114112;'),
};

const brokenZips: Record<string, () => Content> = {
  'a ZIP that is no workbook': () => zip([['a.txt', 'hello']]),
  'a ZIP in a ZIP in a ZIP': () => zip([['a.zip', zip([['b.zip', zip([['c.xml', ' '.repeat(50_000_000)]])]])]]),
  'half a ZIP': () => book(headed('')).subarray(0, 400),
  'only the signature of a ZIP': () => 'PK\x03\x04',
  'a ZIP without its end': () => book(good()).subarray(0, -30),
  'two parts with the same name': twins,
  'too many parts': () =>
    zip([
      ...Object.entries(partsOf(good())),
      ...Array.from({ length: 1_100 }, (_, at): [string, string] => [`${at}`, '']),
    ]),
  'an encrypted part': () => patched('PK\x01\x02', 8, [1]),
  'an unknown compression method': () => patched('PK\x01\x02', 10, [99]),
  'parts outside the file': () => patched('PK\x01\x02', 42, [0xff, 0xff, 0xff, 0x7f]),
  'all parts at the same offset': () => patched('PK\x01\x02', 42, [0, 0, 0, 0]),
  'a directory outside the file': () => patched('PK\x05\x06', 16, [0xff, 0xff, 0xff, 0x7f]),
  'a directory at offset 0': () => patched('PK\x05\x06', 16, [0, 0, 0, 0]),
  'corrupt compressed data': () => patched('PK\x03\x04', 45, [0xff, 0xff, 0xff, 0xff, 0xff]),
  'a ZIP bomb': () => book(headed(' '.repeat(120_000_000))),
  'a ZIP bomb that states a small size': () => book(headed(' '.repeat(120_000_000)), {}, 10),
  'a ZIP bomb of empty rows': () => sheetOf('<row></row>'.repeat(11_000_000)),
  'a ZIP bomb of tags': () => sheetOf('<a/>'.repeat(20_000_000)),
  'a ZIP bomb of shared strings': () =>
    book(good(), { 'xl/sharedStrings.xml': texts('<si><t>xxxxxxxxxxxxxxxxxxxx</t></si>'.repeat(2_000_000)) }),
  'a ZIP bomb of one comment': () => sheet(`<!--${' '.repeat(90_000_000)}--><worksheet/>`),
  'a ZIP bomb of one attribute': () => sheet(`<worksheet a="${' '.repeat(90_000_000)}"/>`),
};

const brokenBooks: Record<string, () => Content> = {
  ...prefixed('an external entity', external),
  ...prefixed('a billion laughs', billionLaughs),
  ...Object.fromEntries(Object.entries(badCells).map(([what, inner]) => [what, () => book(row(inner))])),
  'a sheet from the network': () =>
    book('', {
      'xl/_rels/workbook.xml.rels': relations(
        `<Relationship Id="r1" Type="${office}/worksheet" Target="http://127.0.0.1:9/s.xml" TargetMode="External"/>`,
      ),
    }),
  'a sheet from the local disk': () =>
    book('', {
      'xl/_rels/workbook.xml.rels': relations(
        `<Relationship Id="r1" Type="${office}/worksheet" Target="../../../../etc/passwd"/>`,
      ),
    }),
  'no sheet': () => book('', { 'xl/workbook.xml': '<workbook><sheets/></workbook>' }),
  'a truncated sheet': () => sheet(`<worksheet><sheetData>${good()}`),
  'a sheet with too many closing tags': () =>
    sheet(`<worksheet><sheetData>${good()}</sheetData></worksheet></worksheet>`),
  'a million open tags': () => sheet('<a>'.repeat(1_000_000)),
  'rows out of order': () => sheetOf(`<row r="5">${cell('A5', 'sku')}</row><row r="4">${cell('A4', 'X')}</row>`),
  'a row number beyond the limit': () => book(row(cell('A2', 'X'), 99_999_999)),
  'a sheet in another encoding': () =>
    book('', { 'xl/worksheets/sheet1.xml': Buffer.from(`\uFEFF<worksheet/>`, 'utf16le') }),
  'a sheet with invalid UTF-8': () =>
    book('', { 'xl/worksheets/sheet1.xml': Buffer.from('<worksheet a="\xff\xfe"/>', 'latin1') }),
};

const noTables: Record<string, () => Content> = {
  empty: () => '',
  'only a byte order mark': () => '\uFEFF',
  'only a header row': () => 'sku,name,price\n',
  'no SKU column': () => 'name,price\nTea,1',
  '__proto__ as a header': () => '__proto__,constructor\n1,2',
  'a duplicate column': () => 'sku,SKU\n1,2',
  'an open quotation mark': () => 'sku,name\nA,"tea',
  'another encoding': () => Buffer.from('sku,name\nA,tsch\xfcss', 'latin1'),
  'CSV in UTF-16': () => Buffer.from('\uFEFFsku,name\nA,B', 'utf16le'),
  'a NUL': () => 'sku,name\nA,B\0C',
  'an image': () => Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
  'an image followed by a workbook': () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), book(good())]),
  'a PDF': () => Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj', 'latin1'),
  'a web page': () => '<!doctype html><script>alert(1)</script>\n<p>sku,name',
  'an old or encrypted workbook': () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4_096)]),
  'gzip data': () => gzipSync('sku,name,price\nA,B,1'),
  'an executable': () => Buffer.from('\x7fELF\x02\x01\x01\0\0\0', 'latin1'),
  'too many rows': () => `sku\n${Array.from({ length: 50_001 }, (_, at) => `M${at}`).join('\n')}`,
  'a cell of 9 MB': () => `sku,name\nA,${'x'.repeat(9_000_000)}`,
  'a quoted cell of 9 MB': () => `sku,name\nA,"${'x'.repeat(9_000_000)}"`,
  'nine million columns': () => `sku${','.repeat(9_000_000)}\nA`,
  'nine million quotation marks': () => `sku,name\nA,${'"'.repeat(8_999_999)}`,
};

/** Rejected as a whole, before a row is written. */
export const refusedFiles: Record<string, () => Content> = { ...noTables, ...brokenZips, ...brokenBooks };

/** Accepted, because the malicious part is never read. `errors` are those of their rows. */
export const harmlessFiles: Record<string, { make: () => Content; errors: string[] }> = {
  'a formula': {
    make: () =>
      book(
        row(`${cell('A2', 'FORMULA')}<c r="B2" t="str"><f>1+1</f><v>cmd|' /C calc'!A0</v></c><c r="C2"><v>1</v></c>`),
      ),
    errors: [],
  },
  'names of Object.prototype': {
    make: () =>
      'sku,name,price,__proto__,constructor\nPROTO,__proto__,1,1,1\n__proto__,Proto,1,,\nconstructor,Constructor,1,,',
    errors: [],
  },
  'a workbook with macros': {
    make: () => book(named('MACRO'), { 'xl/vbaProject.bin': Buffer.alloc(1_000, 1) }),
    errors: [],
  },
  'a part named as a path outside the folder': {
    make: () => book(named('SLIP'), { '../../../../tmp/slip': 'x', '/etc/slip': 'x' }),
    errors: [],
  },
  'a ZIP bomb in a part that is not read': {
    make: () => book(named('UNREAD'), { 'docProps/core.xml': ' '.repeat(150_000_000) }),
    errors: [],
  },
  'entities in a part that is not read': {
    make: () => book(named('XXE'), { 'docProps/core.xml': `${external}<x>&e;</x>` }),
    errors: [],
  },
  'deep nesting': { make: () => book(`${named('DEEP')}${'<a>'.repeat(200_000)}${'</a>'.repeat(200_000)}`), errors: [] },
  'a number NaN': { make: () => book(named('NAN', 'N', '<v>NaN</v>')), errors: ['2 price: must be a number'] },
  'an infinite number': {
    make: () => book(named('INF', 'N', '<v>1e309</v>')),
    errors: ['2 price: must be at most 9999999999.99'],
  },
  'an infinite number in CSV': { make: () => 'sku,name,price\nINF,N,1e309', errors: ['2 price: must be a number'] },
  'negative zero': { make: () => book(named('ZERO', 'N', '<v>-0</v>')), errors: [] },
  'a date beyond the range': {
    make: () =>
      book(named('DATE', 'N', '<v>1e300</v>').replace('<c r="C2">', '<c r="C2" s="0">'), {
        'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>',
      }),
    errors: ['2 price: must be a number'],
  },
  'a NUL as workbooks write it': {
    make: () => book(named('NUL', 'a_x0000_b')),
    errors: ['2 name: must be well-formed text without NUL characters'],
  },
  'half a surrogate pair as workbooks write it': {
    make: () => book(named('HALF', 'a_xD800_b')),
    errors: ['2 name: must be well-formed text without NUL characters'],
  },
  'a text that is too long for its field': {
    make: () => `sku,name,price\nLONG,${'x'.repeat(301)},1`,
    errors: ['2 name: must have at most 300 characters'],
  },
  'an error value of a spreadsheet': {
    make: () => book(named('ERR', 'N', '<v>#REF!</v>')),
    errors: ['2 price: must be a number'],
  },
};
