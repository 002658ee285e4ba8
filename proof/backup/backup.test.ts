import { test } from 'node:test';
import { proveBackup } from './prove-backup.ts';

/** Each run also changes restored rows, and fails if the comparison does not notice. */
test('restores a backup taken during sales, and rejects a damaged one', (t) =>
  proveBackup({ seed: 5, size: 100, say: (line) => t.diagnostic(line) }));
