import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

const source = new URL('../../server/src/', import.meta.url);
const page = await readFile(new URL('../../docs/reference/limits.md', import.meta.url), 'utf8');

interface Row {
  what: string;
  limit: string;
  file: string;
  name: string;
}

const rows = [...page.matchAll(/^\| (.+?) \| (.+?) \| `(.+?)` `(\w+)` \|$/gm)].map(
  ([, what = '', limit = '', file = '', name = '']): Row => ({ what, limit, file, name }),
);

const seconds = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 } as const;
const units: Readonly<Record<string, number>> = { ...seconds, KiB: 1_024, MiB: 1_024 * 1_024 };

/** `5 minutes` in the unit of the constant: milliseconds, seconds, bytes, or a number of things. */
function inSmallestUnit({ limit, name }: Row): number {
  const [, number = '', unit] = /^([\d,]+)(?: (\w+))?$/.exec(limit) ?? assert.fail(`“${limit}” is no limit`);
  const factor = unit === undefined ? 1 : (units[unit] ?? assert.fail(`${unit} is no unit`));
  return Number(number.replaceAll(',', '')) * factor * (unit !== undefined && name.endsWith('_ms') ? 1_000 : 1);
}

/** The value of a constant that is a product of numbers. */
function constantIn(text: string, name: string): number {
  const [, written] = new RegExp(`^(?:export )?const ${name} = ([\\d_ *]+);`, 'm').exec(text) ?? [];
  assert.ok(written !== undefined, `there is no constant ${name}`);
  return written.split('*').reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1);
}

test('the page of limits has the values of the source', async () => {
  assert.equal(rows.length, page.match(/^\| (?!what|---)/gm)?.length, 'every row has a limit and a source');
  for (const row of rows)
    assert.equal(
      constantIn(await readFile(new URL(row.file, source), 'utf8'), row.name),
      inSmallestUnit(row),
      row.what,
    );
});
