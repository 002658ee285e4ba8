import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brokenInvariants } from '../../test/invariants.ts';
import { type Fault, withFault } from '../planted.ts';
import { openTestBed } from '../test-bed.ts';
import type { Model } from './model.ts';
import { runModel } from './prove-model.ts';

const seed = 1;

const faults: Fault[] = [
  // Parked sales do not reserve stock.
  { table: 'stock_levels', on: 'insert or update', does: 'new.reserved := 0;' },
  // Points are never reversed.
  { table: 'customers', on: 'update', does: 'new.points := greatest(new.points, old.points);' },
  // A product loses its category.
  { table: 'products', on: 'insert or update', does: 'new.category_id := null;' },
];

test('the service behaves like the model, and a difference is reported in few lines', async (t) => {
  const testBed = await openTestBed();
  try {
    await runModel(testBed, { seed, size: 10, say: (line) => t.diagnostic(line) });
    assert.deepEqual(await brokenInvariants(testBed.admin), []);
    const run = { seed, size: 40, workers: 1, search: 4, say: () => undefined };
    for (const fault of faults)
      await withFault(testBed.admin, fault, () => assert.rejects(runModel(testBed, run), /service and model differ/));

    // With a model that earns too many points, the reported sequence must reproduce the difference.
    const alterModel = ({ settings }: Model) => {
      settings.loyalty_rate += 500_000n;
    };
    const message = await runModel(testBed, { ...run, alterModel }).then(
      () => assert.fail('the difference was not noticed'),
      ({ message: text }: Error) => text,
    );
    const [, found, only] = /--seed (-?\d+) --only '(.*?)'/.exec(message) ?? [];
    assert.match(message, /POST \/transactions .* → 201/);
    await assert.rejects(
      runModel(testBed, { ...run, alterModel, seed: Number(found), ...(only === undefined ? {} : { only }) }),
      /differ/,
    );
  } finally {
    await testBed.close();
  }
});
