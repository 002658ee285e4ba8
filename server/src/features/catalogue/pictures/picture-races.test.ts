import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formOf } from '../../../../../test/form.ts';
import { aPng } from '../../../../../test/images.ts';
import { aProduct, aShop, type Shop } from '../../../../../test/shop.ts';
import { createTestApp } from '../../../../../test/test-app.ts';
import { until } from '../../../../../test/until.ts';
import { sendBeside, untilLockWait } from '../../../../../test/waiting.ts';
import { newPictureKey } from '../../../core/pictures.ts';
import { changeProduct } from '../change-product.ts';
import { removeUnusedPictures } from './remove-pictures.ts';
import { merchantsWithReleasedPictures } from './use-pictures.ts';

const app = await createTestApp();

/** Adds a picture to a product. @returns its address */
async function addPicture({ owner }: Shop, product_id: string): Promise<string> {
  const form = await formOf(aPng({ comment: product_id }), { name: 'a.png' });
  const answer = await app.fastify.inject({
    method: 'POST',
    url: `/api/v1/products/${product_id}/images`,
    ...form,
    headers: { ...owner.headers, ...form.headers },
  });
  assert.equal(answer.statusCode, 201, answer.body);
  return answer.json().data.images[0];
}

const keyOf = (address: string): string => address.replace(/^.*(?=images\/)/, '');

const statesOf = async ({ merchant_id }: Shop): Promise<string[]> =>
  (await app.admin.query('select state from pictures where merchant_id = $1', [merchant_id])).rows.map(
    ({ state }) => state,
  );

test('a product gets no picture that is being removed', async () => {
  const shop = await aShop(app);
  const [first, second] = [await aProduct(shop), await aProduct(shop)];
  const uploaded = await addPicture(shop, first.id);
  // Not the uploaded one: its request may still be about to remove a picture that no product got.
  const key = newPictureKey('png');
  await app.admin.query(
    `insert into pictures select (jsonb_populate_record(p, jsonb_build_object('key', $2::text, 'state', 'removing'))).*
     from pictures p where merchant_id = $1`,
    [shop.merchant_id, key],
  );
  const address = uploaded.replace(/images\/.*/, key);
  const { status, body } = await shop.owner.put(`/products/${second.id}`, {
    name: 'With a picture',
    images: ['https://example.com/a.png', address],
  });
  assert.deepEqual(
    [status, body.error.details],
    [422, [{ field: 'images[1]', message: 'is a picture that was removed, upload it again' }]],
  );
  assert.notEqual((await shop.owner.get(`/products/${second.id}`)).body.data.name, 'With a picture');
});

test('a picture that one product takes and another leaves at the same time is not removed', async () => {
  const shop = await aShop(app);
  const [first, second] = [await aProduct(shop), await aProduct(shop)];
  const address = await addPicture(shop, first.id);
  const { status } = await sendBeside(
    shop,
    (tx, ctx) => changeProduct(tx, ctx, { id: second.id, images: [keyOf(address)] }),
    () => shop.owner.put(`/products/${first.id}`, { images: [] }),
  );
  assert.equal(status, 200);
  await removeUnusedPictures(shop, app.clock.now(), app.database, app.fastify.services.storage);
  // The service checks the picture after the commit, too, and this call passes over what it has locked.
  await until(async () => (await statesOf(shop)).join() === 'used');
});

test('a change of a product locks its pictures in the order of their keys', async () => {
  const shop = await aShop(app);
  const [shown, other] = [await aProduct(shop), await aProduct(shop)];
  await addPicture(shop, shown.id);
  await addPicture(shop, shown.id);
  const { images } = (await shop.owner.get(`/products/${shown.id}`)).body.data as { images: string[] };
  const [first, second] = images.map(keyOf).sort() as [string, string];
  const lock = 'select from pictures where merchant_id = $1 and key = $2 for update nowait';
  for (const change of [
    () => shop.owner.put(`/products/${other.id}`, { images: images.toReversed() }),
    () => shop.owner.put(`/products/${shown.id}`, { images: [] }),
  ]) {
    const holder = await app.admin.connect();
    try {
      await holder.query('begin');
      await holder.query(lock, [shop.merchant_id, first]);
      const changed = change();
      await untilLockWait(app.admin);
      await app.admin.query(lock, [shop.merchant_id, second]);
      await holder.query('commit');
      assert.equal((await changed).status, 200);
    } finally {
      holder.release(true);
    }
  }
});

test('removes a picture after the commit that released it, also if another change was committed before', async () => {
  const shop = await aShop(app);
  const [first, second] = [await aProduct(shop), await aProduct(shop)];
  await addPicture(shop, first.id);
  const holder = await app.admin.connect();
  try {
    await holder.query('begin');
    await holder.query('select from pictures where merchant_id = $1 for update', [shop.merchant_id]);
    const released = shop.owner.put(`/products/${first.id}`, { images: [] });
    await untilLockWait(app.admin);
    assert.equal((await shop.owner.put(`/products/${second.id}`, { name: 'Another change' })).status, 200);
    await until(async () => merchantsWithReleasedPictures.has(shop.merchant_id));
    assert.deepEqual(await statesOf(shop), ['used']);
    await holder.query('rollback');
    assert.equal((await released).status, 200);
    await until(async () => (await statesOf(shop)).length === 0);
  } finally {
    holder.release(true);
  }
});
