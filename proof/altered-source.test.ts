import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Alteration, alter } from './altered-source.ts';
import { root } from './copy-tree.ts';
import { asynchronousCommit } from './crash/prove-crash.ts';
import { longControls, quickControls } from './isolation/controls.ts';
import { withoutLostConnections, withoutShedding } from './network/controls.ts';

const alterations: readonly Alteration[] = [
  asynchronousCommit,
  withoutLostConnections,
  ...withoutShedding,
  ...[...quickControls, ...longControls].flatMap(({ altered = [] }) => altered),
];

/** Most controls run in the long forms of the proofs only, where an outdated one would be noticed late. */
test('the source that each control of a proof alters exists', async () => {
  for (const alteration of alterations) {
    const source = await readFile(join(root, alteration.file), 'utf8');
    assert.notEqual(alter(source, alteration), source);
  }
});
