import { test } from 'node:test';
import { proveFiles } from './prove-files.ts';

test('imports and exports thousands of records unchanged in constant memory', async (t) => {
  await proveFiles({ size: 2_000, say: (line) => t.diagnostic(line) });
});
