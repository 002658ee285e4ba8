import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPdf } from '../../../../test/pdf.ts';
import { writePdf } from './write-pdf.ts';

const paper = (texts: readonly string[]) => ({
  title: 'Receipt 1',
  lines: texts.map((text, index) => ({ text, is_strong: index === 0 })),
  columns: 42,
  width_mm: 80,
});

test('writes lines whose text can be extracted, in the scripts of the font', async () => {
  const texts = [
    'CORNER',
    '  2 x 8.20                           16.40',
    'Žlutý čaj, Čšťž',
    'Привет, мир',
    'Καλημέρα',
    'Cà phê sữa đá',
    '5 €',
  ];
  const { pages } = readPdf(await writePdf(paper(texts)));
  assert.deepEqual(
    pages.map(({ lines }) => lines.map((line) => line.trimEnd())),
    [texts.map((text) => text.trim())],
  );
  assert.equal(Math.round(((pages[0]?.width ?? 0) / 72) * 25.4), 80);
});

test('keeps the other letters if the font lacks one', async () => {
  const { pages } = readPdf(await writePdf(paper(['東京 Tea', 'Ende'])));
  assert.match(pages[0]?.lines[0] ?? '', /Tea$/);
  assert.equal(pages[0]?.lines[1], 'Ende');
});

test('writes several pages for a long receipt and one for an empty one', async () => {
  const long = readPdf(await writePdf(paper(Array.from({ length: 1_001 }, (_, n) => `line ${n}`))));
  assert.deepEqual(
    long.pages.map(({ lines }) => lines.length),
    [1_000, 1],
  );
  assert.ok(long.pages.every(({ height }) => height <= 14_400));
  assert.equal(readPdf(await writePdf(paper([]))).pages.length, 1);
});

test('creates a PDF in another thread', async () => {
  const before = process.threadCpuUsage();
  await writePdf(paper(Array.from({ length: 500 }, (_, n) => `Žlutý čaj ${n} Привет`)));
  const { user, system } = process.threadCpuUsage(before);
  // The CPU time of this thread, which does not depend on other load of the machine.
  assert.ok(user + system < 50_000, `${(user + system) / 1_000} ms`);
});
