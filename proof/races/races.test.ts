import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Fault, withFault } from '../planted.ts';
import { hiddenFaults, openRaceTestBed, runRaces } from './prove-races.ts';

/** Each fault with the race that must notice it. */
const faults: [race: string, fault: Fault, notices: RegExp][] = [
  // The last unit stays in stock and is sold again: oversold.
  [
    'last units',
    { table: 'stock_levels', on: 'update', does: 'if new.on_hand = 0 then new.on_hand := 1; end if;' },
    /units sold/,
  ],
  [
    // The last unit is never sold: undersold.
    'last units',
    {
      table: 'stock_levels',
      on: 'update',
      does: "if new.on_hand = 0 then raise check_violation using constraint = 'stock_levels_available', table = 'stock_levels'; end if;",
    },
    /last units/,
  ],
  [
    'points',
    { table: 'customers', on: 'update', does: 'new.points := greatest(new.points, old.points);' },
    /sales paid by points/,
  ],
  ['bursts', { table: 'idempotency_keys', on: 'insert', does: 'new.key := gen_random_uuid()::text;' }, /bursts/],
  [
    'double refund',
    { table: 'sales', on: 'update', does: "new.refunded_amount := 0; new.status := 'completed';" },
    /refunds of the whole/,
  ],
  ['shifts', { table: 'shifts', on: 'update', does: "new.status := 'open';" }, /counts|expected cash/],
  // A consumed approval stays approved.
  [
    'uses of an approval',
    {
      table: 'approvals',
      on: 'update',
      does: "if new.state = 'consumed' then new.state := 'approved'; new.consumed_at := null; end if;",
    },
    /uses of the approval/,
  ],
  [
    'crossing transfers',
    { table: 'stock_movements', on: 'insert', does: "raise exception 'crossed' using errcode = '40P01';" },
    /crossing/,
  ],
];

test('concurrent requests have the effect of sequential ones, and the races notice a difference', async (t) => {
  const testBed = await openRaceTestBed();
  try {
    await runRaces(testBed, { seed: 1, size: 1, say: (line) => t.diagnostic(line) });
    assert.deepEqual(await hiddenFaults(testBed.admin), []);
    for (const [only, fault, notices] of faults) {
      const run = () => runRaces(testBed, { seed: 1, size: 1, only, say: () => undefined });
      await withFault(testBed.admin, fault, () => assert.rejects(run(), notices, `${only}: ${fault.does}`));
    }
  } finally {
    await testBed.close();
  }
});
