import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brokenInvariants } from '../../test/invariants.ts';
import { type Fault, withFault } from '../planted.ts';
import { openStand } from '../stand.ts';
import { tryModel } from './prove-model.ts';
import type { Model } from './shop.ts';

const seed = 1;

const faults: Fault[] = [
  // What is parked is not held.
  { table: 'stock_levels', on: 'insert or update', does: 'new.reserved := 0;' },
  // Points are never taken back.
  { table: 'customers', on: 'update', does: 'new.points := greatest(new.points, old.points);' },
];

test('the service behaves like the model, and a difference is reported in few lines', async (t) => {
  const stand = await openStand();
  try {
    await tryModel(stand, { seed, size: 6, say: (line) => t.diagnostic(line) });
    assert.deepEqual(await brokenInvariants(stand.admin), []);
    const run = { seed, size: 40, workers: 1, search: 4, say: () => undefined };
    for (const fault of faults)
      await withFault(stand.admin, fault, () => assert.rejects(tryModel(stand, run), /service and model part/));

    // A model with faster points: the reported sequence reproduces the difference.
    const misjudge = ({ settings }: Model) => {
      settings.loyalty_rate += 500_000n;
    };
    const told = await tryModel(stand, { ...run, misjudge }).then(
      () => assert.fail('nobody noticed'),
      ({ message }: Error) => message,
    );
    const [, found, only] = /--seed (-?\d+) --only '(.*?)'/.exec(told) ?? [];
    assert.match(told, /POST \/transactions .* → 201/);
    await assert.rejects(
      tryModel(stand, { ...run, misjudge, seed: Number(found), ...(only === undefined ? {} : { only }) }),
      /part/,
    );
  } finally {
    await stand.close();
  }
});
