import { test } from 'node:test';
import { proveFiles } from './prove-files.ts';

test('thousands of records come in and go out as they are, in memory that does not grow with them', async (t) => {
  await proveFiles({ size: 2_000, say: (line) => t.diagnostic(line) });
});
