import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadConfig } from '../../server/src/platform/config/config.ts';

const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/reference/configuration.md', root), 'utf8');

interface Row {
  name: string;
  default: string;
  bounds: string;
}

const rowsOf = (text: string): Row[] =>
  [...text.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \| (.+?) \| .+? \| (.+?) \| .+ \|$/gm)].map(
    ([, name = '', fallback = '', bounds = '']) => ({
      name,
      default: fallback,
      bounds,
    }),
  );

/** The sources that read the environment: the configuration, and the start script that runs before it. */
const source = ['server/src/app/start.js', ...globSync('server/src/platform/config/*.ts', { cwd: root })]
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => readFileSync(new URL(path, root), 'utf8'))
  .join('\n');

const namesRead = (text: string): string[] =>
  [
    ...new Set(
      [...text.matchAll(/(?:\(env, '|number\('|process\.env\.)([A-Z][A-Z0-9_]+)/g)].map(([, name = '']) => name),
    ),
  ].sort();

/** The numeric defaults in the source, by variable. */
const numericDefaults = (text: string): Map<string, number> =>
  new Map(
    [...text.matchAll(/'([A-Z][A-Z0-9_]+)', (?:\{ fallback: )?([\d_]+),/g)].map(([, name = '', value = '']) => [
      name,
      Number(value.replaceAll('_', '')),
    ]),
  );

test('configuration.md lists each variable that the source reads exactly once, and no other', () => {
  const documented = rowsOf(page).map(({ name }) => name);
  assert.ok(documented.length > 55);
  assert.deepEqual(documented.sort(), namesRead(source));
});

test('only the configuration reads the environment of the service', () => {
  const others = globSync('server/src/**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts') && !path.includes('platform/config/'))
    .filter((path) => /process\.env[.[]/.test(readFileSync(new URL(path, root), 'utf8')));
  assert.deepEqual(others, []);
});

test('numeric defaults in configuration.md are those of the source', () => {
  const defaults = numericDefaults(source);
  assert.ok(defaults.size > 25);
  const faults = rowsOf(page).filter(({ name, default: shown }) => {
    const value = defaults.get(name);
    return value !== undefined && Number.parseInt(shown, 10) !== value;
  });
  assert.deepEqual(faults, []);
});

for (const { name, bounds } of rowsOf(page)) {
  const [, least, most] = /^(\d+) to (\d+)$/.exec(bounds) ?? [];
  if (least === undefined || most === undefined) continue;
  test(`${name} is rejected outside ${bounds}`, () => {
    const message = new RegExp(`^Error: ${name} must be a whole number from ${least} to ${most}, `);
    for (const value of [Number(least) - 1, Number(most) + 1, `${least}.5`, 'many'])
      assert.throws(() => loadConfig({ [name]: String(value) }), message);
    for (const value of [least, most]) loadConfig({ DATABASE_URL: 'postgres://x', [name]: value });
  });
}

test('notices a variable without a row and a wrong default', () => {
  assert.deepEqual(namesRead(`text(env, 'ONE') ?? number('TWO', 1_024, 9); process.env.THREE`), [
    'ONE',
    'THREE',
    'TWO',
  ]);
  assert.deepEqual(
    [...numericDefaults(`number('TWO', 1_024, 9); wholeNumber(env, 'SIX', { fallback: 6, least: 1 })`)],
    [
      ['TWO', 1024],
      ['SIX', 6],
    ],
  );
  assert.deepEqual(rowsOf('| `ONE` | 1 | – | 0 to 2 | Counts. |'), [{ name: 'ONE', default: '1', bounds: '0 to 2' }]);
});
