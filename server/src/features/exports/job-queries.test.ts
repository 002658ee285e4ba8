import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportTools } from '../../../../test/exports.ts';
import { aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';
import { claimExport, failExport, finishExport, updateProgress } from './job-queries.ts';

const app = await createTestApp();
const { requestExport } = exportTools(app);

test('a run that was last seen at the limit counts as lost, and one seen later as running', async () => {
  const shop = await aShop(app);
  const { id } = await requestExport(shop.owner);
  const claim = (now: string, lost_before: string) =>
    app.database.transaction(shop.merchant_id, (tx) =>
      claimExport(tx, { run_id: newId(), now, lost_before, at_most: 1 }),
    );
  const [first, later, last] = ['2026-03-10T12:00:00.000Z', '2026-03-10T12:05:00.000Z', '2026-03-10T12:06:00.000Z'];
  assert.equal((await claim(first, '2026-03-10T11:00:00.000Z'))?.id, id);
  assert.equal(await claim(later, '2026-03-10T11:59:59.999Z'), undefined, 'it runs');
  const again = await claim(later, first);
  assert.deepEqual([again?.id, again?.attempts], [id, 2]);
  assert.equal(await claim(last, '2026-03-10T12:04:59.999Z'), undefined);
  assert.equal((await shop.owner.delete(`/exports/${id}`)).status, 200);
});

test('a run that has written its file cannot fail or report any more', async () => {
  const shop = await aShop(app);
  const { id } = await requestExport(shop.owner);
  const [now, run_id] = [app.clock.now(), newId()];
  const results = await app.database.transaction(shop.merchant_id, async (tx) => {
    await claimExport(tx, { run_id, now, lost_before: '2026-03-10T11:00:00.000Z', at_most: 1 });
    return [
      await failExport(tx, { id, run_id: newId(), error: 'x' }, now),
      await finishExport(tx, { id, run_id, rows_written: 1, with_costs: false }, now),
      await failExport(tx, { id, run_id, error: 'x' }, now),
      await updateProgress(tx, { id, run_id, rows_written: 2, rows_expected: 2 }, now),
    ];
  });
  assert.deepEqual(results, [0, 1, 0, 0]);
  assert.equal((await shop.owner.delete(`/exports/${id}`)).status, 200);
});

test('lists the newest export first, and of the same time the one with the greater id', async () => {
  const shop = await aShop(app);
  const asked: string[] = [];
  for (const report_type of ['products', 'customers', 'inventory'])
    asked.push((await requestExport(shop.owner, { report_type, format: 'csv' })).id);
  const [first = '', second = '', third = ''] = asked.sort();
  const idsAt = async (times: string[]) => {
    for (const [at, id] of asked.entries())
      await app.admin.query('update exports set created_at = $2 where id = $1', [id, times[at]]);
    return (await shop.owner.get('/exports')).body.data.map(({ id }: { id: string }) => id);
  };
  const [early, late] = ['2026-03-10T12:00:00.000Z', '2026-03-10T12:00:00.001Z'];
  assert.deepEqual(await idsAt([early, early, early]), [third, second, first]);
  assert.deepEqual(await idsAt([late, early, early]), [first, third, second]);
  for (const id of asked) assert.equal((await shop.owner.delete(`/exports/${id}`)).status, 200);
});

test('claims the oldest export first', async () => {
  const shop = await aShop(app);
  const asked: string[] = [];
  for (const report_type of ['products', 'customers', 'inventory']) {
    asked.push((await requestExport(shop.owner, { report_type, format: 'csv' })).id);
    app.clock.advance(1_000);
  }
  // Written last, the oldest is not the first that is found.
  await app.admin.query('update exports set error = null where id = $1', [asked[0]]);
  const claimed: (string | undefined)[] = [];
  for (const _ of asked)
    claimed.push(
      await app.database.transaction(shop.merchant_id, async (tx) => {
        const claim = { run_id: newId(), now: app.clock.now(), lost_before: '2026-03-10T11:00:00.000Z', at_most: 9 };
        return (await claimExport(tx, claim))?.id;
      }),
    );
  assert.deepEqual(claimed, asked);
});
