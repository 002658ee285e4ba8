import { test } from 'node:test';
import { proveBackup } from './prove-backup.ts';

/** Every run also changes what came back, and fails when that goes unseen. */
test('restores a backup taken during sales, and rejects a damaged one', (t) =>
  proveBackup({ seed: 5, size: 100, say: (line) => t.diagnostic(line) }));
