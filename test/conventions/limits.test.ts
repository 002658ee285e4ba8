import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

const source = new URL('../../server/src/', import.meta.url);
const readPage = (name: string) => readFile(new URL(`../../docs/reference/${name}`, import.meta.url), 'utf8');

interface Row {
  what: string;
  limit: string;
  file: string;
  name: string;
}

const rowsOf = (page: string): Row[] =>
  [...page.matchAll(/^\| (.+?) \| (.+?) \| `(.+?)` `(\w+)` \|$/gm)].map(
    ([, what = '', limit = '', file = '', name = '']): Row => ({ what, limit, file, name }),
  );

/** In milliseconds, or in bytes. */
const units: Readonly<Record<string, number>> = {
  millisecond: 1,
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  KiB: 1_024,
  MiB: 1_024 * 1_024,
};

/** Times are in milliseconds by these names, otherwise in seconds. */
const isInMilliseconds = (name: string): boolean => /_ms$|Timeout$|Interval$|Millis$/.test(name);

/** `5 minutes` in the unit of the constant: milliseconds, seconds, bytes, mebibytes, or a number of things. */
function inUnitOf({ limit, name }: Row): number {
  const [, digits = '', unit] = /^([\d,]+)(?: (\w+?)s?)?$/.exec(limit) ?? assert.fail(`“${limit}” is no limit`);
  const number = Number(digits.replaceAll(',', ''));
  if (unit === undefined) return number;
  const factor = units[unit] ?? assert.fail(`${unit} is no unit`);
  if (unit.endsWith('iB')) return name.endsWith('_mib') ? number : number * factor;
  return isInMilliseconds(name) ? number * factor : (number * factor) / 1_000;
}

/** The value of a constant or of a member of an object: a number, or a product of numbers and constants. */
function valueIn(text: string, name: string): number {
  const written = [...text.matchAll(new RegExp(`\\b(?:const ${name} =|${name}:) (\\d[\\w *]*)(?=[;,\\n ])`, 'g'))];
  assert.equal(written.length, 1, `${name} has one value`);
  const [[, product = ''] = []] = written;
  return product.split('*').reduce((sum, factor) => {
    const one = factor.trim();
    return sum * (/^\d/.test(one) ? Number(one.replaceAll('_', '')) : valueIn(text, one));
  }, 1);
}

for (const name of ['limits.md', 'timeouts.md'])
  test(`the page ${name} has the values of the source`, async () => {
    const page = await readPage(name);
    const rows = rowsOf(page);
    assert.equal(rows.length, page.match(/^\| (?!what|---)/gm)?.length, 'every row has a limit and a source');
    for (const row of rows) {
      const file = new URL(row.file, source);
      assert.equal(valueIn(await readFile(file, 'utf8'), row.name), inUnitOf(row), row.what);
    }
  });
