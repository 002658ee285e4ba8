import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkManifest } from './manifest-rules.ts';

const sha256 = 'a'.repeat(64);
const file = (path: string) => ({ path, bytes: 0, sha256 });
const table = (fields: object = {}) => ({
  ...{ name: 'sales', path: 'tables/sales.zst', columns: ['id'], rows: 0, content_sha256: sha256, bytes: 0, sha256 },
  ...fields,
});
const check = (parts: { tables?: object[]; files?: object[] }) =>
  checkManifest({ format: 1, created_at: '2026-03-01', migrations: [], tables: [], files: [], ...parts });
const cannotBeTrusted = (why: string) => ({ message: `The backup cannot be trusted: ${why}. Nothing was restored.` });

test('accepts empty tables and files, and no negative numbers', () => {
  check({ tables: [table()], files: [file('keys/a')] });
  assert.throws(
    () => check({ tables: [table({ rows: -1 })] }),
    cannotBeTrusted('its table sales is described in the wrong form'),
  );
  assert.throws(
    () => check({ files: [{ ...file('keys/a'), bytes: -1 }] }),
    cannotBeTrusted('keys/a is described in the wrong form'),
  );
});

test('rejects paths that are one file where case makes no difference', () => {
  for (const [one, other] of [
    ['files/a', 'files/A'],
    ['files/A', 'files/a'],
  ] as const)
    assert.throws(() => check({ files: [file(one), file(other)] }), cannotBeTrusted(`it names ${other} twice`));
});

test('accepts names of 255 characters, and shows the first 200 characters of a path that it rejects', () => {
  check({ files: [file(`files/${'x'.repeat(255)}`)] });
  const long = `files/${'x'.repeat(256)}`;
  assert.throws(
    () => check({ files: [file(long)] }),
    cannotBeTrusted(`"${long.slice(0, 200)}" is no file in keys or files`),
  );
});
