import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportTools } from '../../../../test/exports.ts';
import { aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';
import { claimExport } from './job-queries.ts';

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
