import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../core/errors.ts';
import { scanXml } from './scan-xml.ts';

const whole =
  '<?xml version="1.0"?>\n<!-- <a> --><x:a b="1 &gt; 0" c=\'"\'>t<![CDATA[<&]]>ä<d/></x:a>\n<?after?><!-- - -- -->\n';
const refusing = (message: string) => (error: unknown) =>
  error instanceof AppError && error.details[0]?.message === message;

/** What the scanner reports, with neighbouring texts joined. */
async function scanned(pieces: Iterable<Buffer>): Promise<string[]> {
  const found: string[] = [];
  let text = '';
  const report = (what: string) => {
    if (text.trim() !== '') found.push(`text ${text.trim()}`);
    text = '';
    found.push(what);
  };
  async function* asAsync() {
    yield* pieces;
  }
  await scanXml(asAsync(), {
    open: ({ name, attribute }) => report(`open ${name} ${attribute('b')} ${attribute('c')} ${attribute('d')}`),
    text: (more) => {
      text += more;
    },
    close: (name) => report(`close ${name}`),
  });
  return found;
}

const cut = (bytes: Buffer, length: number) =>
  Array.from({ length: Math.ceil(bytes.length / length) }, (_, at) => bytes.subarray(at * length, (at + 1) * length));

test('reports the same however the bytes are cut', async () => {
  const expected = [
    'open a 1 > 0 " undefined',
    'text t<&ä',
    'open d undefined undefined undefined',
    'close d',
    'close a',
  ];
  const bytes = Buffer.from(whole);
  for (const length of [1, 2, 3, 5, 8, 13, 1_000])
    assert.deepEqual(await scanned(cut(bytes, length)), expected, `${length} bytes`);
});

test('a comment, an instruction and CDATA end only after their beginning', async () => {
  for (const [content, text] of [
    ['--><!-- b -->]]><![CDATA[c]]>', '-->]]>c'],
    ['<!--> b -->c', 'c'],
    ['<![CDATA[]]>c', 'c'],
    ['?><?x y?>b', '?>b'],
  ])
    assert.deepEqual(await scanned([Buffer.from(`<a>${content}</a>`)]), [
      'open a undefined undefined undefined',
      `text ${text}`,
      'close a',
    ]);
});

test('a text ends where the file ends, and markup must be complete', async () => {
  assert.deepEqual(await scanned([Buffer.from('<a/> \n')]), ['open a undefined undefined undefined', 'close a']);
  for (const broken of ['<a/>x', '<a/><', '<a/><!--', '<a/><!', '<a/><![CDATA[', '<a/><?x', '<a></b></a>', '</a>'])
    await assert.rejects(scanned([Buffer.from(broken)]), refusing('cannot be read as an XLSX workbook'), broken);
  for (const declaration of ['<!DOCTYPE a><a/>', '<!ENTITY a "b"><a/>', '<!-x--><a/>', '<![CDAT[x]]><a/>'])
    await assert.rejects(
      scanned([Buffer.from(declaration)]),
      refusing('has a document type declaration, which workbooks do not have'),
      declaration,
    );
});

test('reads every character that XML can refer to', async () => {
  for (const [written, character] of [
    ['&#1;', '\u0001'],
    ['&#xD7FF;', '\uD7FF'],
    ['&#xE000;', '\uE000'],
    ['&#x10FFFF;', '\u{10FFFF}'],
  ] as const)
    assert.ok((await scanned([Buffer.from(`<a>${written}</a>`)])).includes(`text ${character}`), written);
  for (const written of ['&#xDFFF;', '&#xD800;', '&#x110000;', '&#0;'])
    await assert.rejects(scanned([Buffer.from(`<a>${written}</a>`)]), written);
});

test('keeps an incomplete tag or text of a million characters, and no longer one', async () => {
  const scan = (length: number) => scanned([Buffer.from('<a>'), Buffer.from('x'.repeat(length)), Buffer.from('</a>')]);
  assert.equal((await scan(1_000_000)).length, 3);
  await assert.rejects(scan(1_000_001), refusing('has a cell that is too long'));
});

test('reads eight million tags, and no more', async () => {
  const million = Buffer.from('<a/>'.repeat(1_000_000));
  const scan = (rest: string) => {
    async function* pieces() {
      yield Buffer.from('<w>');
      for (let at = 0; at < 7; at += 1) yield million;
      yield million.subarray(0, -8);
      yield Buffer.from(rest);
    }
    return scanXml(pieces(), { open: () => undefined, text: () => undefined, close: () => undefined });
  };
  await scan('</w>');
  await assert.rejects(scan('<a/></w>'), refusing('has more cells than are read'));
});
