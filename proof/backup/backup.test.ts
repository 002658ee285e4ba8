import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveBackup } from './prove-backup.ts';

test('a shop that is backed up while it sells comes back as it was; a damaged backup is refused', (t) =>
  proveBackup({ seed: 5, size: 100, say: (line) => t.diagnostic(line) }));

test('the proof notices a row that did not come back', async () => {
  const spoil = (admin: { query(text: string): Promise<unknown> }) => admin.query(`update customers set name = 'Anna'`);
  await assert.rejects(proveBackup({ seed: 5, size: 10, say: () => undefined, spoil }), /Expected values to be strictly deep-equal/);
});
