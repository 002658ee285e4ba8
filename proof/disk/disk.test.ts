import { test } from 'node:test';
import { proveDisk } from './prove-disk.ts';
import { reasonToSkip } from './small-volume.ts';

test('rejects writes on a full disk without loss', { skip: reasonToSkip() ?? false }, (context) =>
  proveDisk({ seed: Math.floor(Math.random() * 2 ** 31), size: 3, say: (line) => context.diagnostic(line) }),
);
