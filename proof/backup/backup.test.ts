import { test } from 'node:test';
import { proveBackup } from './prove-backup.ts';

/** Every run also changes what came back, and fails when that goes unseen. */
test('a shop that is backed up while it sells comes back as it was; a damaged backup is refused', (t) =>
  proveBackup({ seed: 5, size: 100, say: (line) => t.diagnostic(line) }));
