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
    'Ѐ Џ ѐ џ',
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

test('a line of 42 letters is as wide as the paper without its margins, and lines do not overlap', async () => {
  const mm = 72 / 25.4;
  const full = '0123456789'.repeat(5).slice(0, 42);
  const [page] = readPdf(await writePdf(paper([full, full, '  чай tea']))).pages;
  const near = (actual: number | undefined, expected: number) =>
    assert.ok(Math.abs((actual ?? Number.NaN) - expected) < 0.1, `${actual} is not ${expected}`);
  const [first, second, indent, tea, english] = page?.runs ?? [];
  assert.deepEqual([first?.text, indent?.text, tea?.text, english?.text], [full, '  ', 'чай', ' tea']);
  const size = first?.size ?? 0;
  // Each letter of the font is 0.6 times as wide as the font is high.
  near(42 * 0.6 * size, (80 - 2 * 4) * mm);
  near(first?.x, 4 * mm);
  near((tea?.x ?? 0) - (indent?.x ?? 0), 2 * 0.6 * size);
  near((english?.x ?? 0) - (indent?.x ?? 0), 5 * 0.6 * size);
  near((first?.y ?? 0) - (second?.y ?? 0), 1.3 * size);
  near(page?.height, 3 * 1.3 * size + 2 * 4 * mm);
  assert.ok((english?.y ?? 0) > 4 * mm && (first?.y ?? 0) + 0.5 * size < (page?.height ?? 0) - 4 * mm);
  for (const run of page?.runs ?? []) assert.equal(run.size, size);
});

test('writes letters that several files of the font have in one run', async () => {
  const [page] = readPdf(await writePdf(paper(['Un cœur, 5 €']))).pages;
  assert.deepEqual(
    page?.runs.map(({ text }) => text),
    ['Un cœur, 5 €'],
  );
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
  for (const lines of [0, 1_000])
    assert.equal(readPdf(await writePdf(paper(Array<string>(lines).fill('')))).pages.length, 1);
});

test('creates a PDF in another thread', async () => {
  const before = process.threadCpuUsage();
  await writePdf(paper(Array.from({ length: 500 }, (_, n) => `Žlutý čaj ${n} Привет`)));
  const { user, system } = process.threadCpuUsage(before);
  // The CPU time of this thread, which does not depend on other load of the machine.
  assert.ok(user + system < 50_000, `${(user + system) / 1_000} ms`);
});
