import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCustomer, anOperationContext, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { maintenanceTasks } from '../../app/app.ts';
import { runMaintenance } from '../../platform/maintenance/maintenance.ts';
import { readFeed } from './read-feed.ts';

const app = await createTestApp();
const day_ms = 24 * 60 * 60 * 1_000;

test('deletes events after 90 days, read or not; a reader with an older position gets an error', async () => {
  app.clock.set('2026-03-01T10:00:00Z');
  const [read, unread] = [await aShop(app), await aShop(app)];
  for (const shop of [read, unread]) await aCustomer(shop);
  const seen = (await read.owner.get('/events')).body.meta.next_cursor;
  assert.equal(seen, '1');
  app.clock.advance(89 * day_ms);
  const later = await aShop(app);
  const kept = await aCustomer(later);
  await runMaintenance(app.fastify.services, maintenanceTasks);
  const { rows: all } = await app.admin.query('select count(*)::int as events from events');
  assert.deepEqual(all, [{ events: 3 }]);
  app.clock.advance(2 * day_ms);
  await runMaintenance(app.fastify.services, maintenanceTasks);
  const { rows } = await app.admin.query('select subject_id from events');
  assert.deepEqual(rows, [{ subject_id: kept.id }]);
  for (const shop of [read, unread]) {
    const { actor } = await anOperationContext(shop);
    const readOn = (after: bigint) => readFeed(app.database, actor, { after, types: null, limit: 10, bytes: 10_000 });
    assert.deepEqual(await readOn(1n), { events: [], cursor: 1n, has_more: false });
    await assert.rejects(readOn(0n), { code: 'INVALID_STATE' });
  }
});
