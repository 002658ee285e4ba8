import { test } from 'node:test';
import { proveDisk } from './prove-disk.ts';
import { whyNot } from './small-volume.ts';

test('rejects writes on a full disk without loss', { skip: whyNot() ?? false }, (context) =>
  proveDisk({ seed: Math.floor(Math.random() * 2 ** 31), size: 3, say: (line) => context.diagnostic(line) }),
);
