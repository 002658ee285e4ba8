import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { onDatabase } from '../../../../test/admin.ts';
import { createCaller } from '../../../../test/caller.ts';
import { anEmptyDatabase } from '../../../../test/empty-database.ts';
import { aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp, openTestApp } from '../../../../test/test-app.ts';
import { aTill } from '../../../../test/till.ts';
import { makeBackup } from '../../platform/backup/make-backup.ts';
import { checkBackup } from '../../platform/backup/manifest.ts';
import { restoreDatabase } from '../../platform/backup/restore-backup.ts';

const app = await createTestApp();
const folder = await mkdtemp(join(tmpdir(), 'tillhouse-restored-'));
after(() => rm(folder, { recursive: true, force: true }));

test('a till whose changes are lost by a restore starts again, also after as many new ones', async () => {
  const shop = await aShop(app);
  const { id } = await aProduct(shop, { price: 10 });
  const changePrice = (owner: typeof shop.owner, price: number) => owner.put(`/products/${id}`, { price });
  const [early, late, isNew] = [aTill(shop.owner), aTill(shop.owner), aTill(shop.owner)];
  for (const till of [early, late]) await till.synchronise();
  const source = join(folder, 'backup');
  await onDatabase(app.connection, (client) => makeBackup(client, { data_dir: folder, target: source }));
  for (const price of [11, 12, 13]) assert.equal((await changePrice(shop.owner, price)).status, 200);
  for (const till of [late, isNew]) await till.synchronise();

  const database = await anEmptyDatabase();
  await restoreDatabase(database, { source, ...(await checkBackup(source)) }, { info: () => undefined });
  const restored = await openTestApp(database);
  after(() => restored.close());
  const owner = createCaller(restored.fastify, shop.owner.headers);
  const sync = (cursor: string) => owner.get(`/sync?cursor=${cursor}`);
  for (const price of [20, 21, 22, 23]) {
    assert.equal((await changePrice(owner, price)).status, 200);
    for (const till of [late, isNew]) {
      const { status, body } = await sync(till.cursor());
      assert.deepEqual([status, body.error?.code, body.error?.details[0].field], [422, 'INVALID_STATE', 'cursor']);
    }
  }
  const { body } = await sync(early.cursor());
  assert.deepEqual(
    body.data.filter(({ kind }: { kind: string }) => kind === 'product').map(({ price }: { price: number }) => price),
    [23],
    'a till that had not seen the lost changes continues',
  );
});
