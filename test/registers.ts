import assert from 'node:assert/strict';
import type { Shop } from './shop.ts';

let count = 0;

/** A register of the shop's branch. */
// biome-ignore lint/suspicious/noExplicitAny: the test asserts the shape of the data.
export async function aRegister(shop: Shop, fields: object = {}): Promise<any> {
  const body = { name: `Register ${++count}`, branch_id: shop.branch_id, ...fields };
  const response = await shop.owner.post('/registers', body);
  assert.equal(response.status, 201, response.text);
  return response.body.data;
}

/** An open shift of a new register, or of the given one. */
// biome-ignore lint/suspicious/noExplicitAny: the test asserts the shape of the data.
export async function aShift(shop: Shop, { register_id, ...fields }: Record<string, unknown> = {}): Promise<any> {
  const body = { register_id: register_id ?? (await aRegister(shop)).id, counted_float: 100, ...fields };
  const response = await shop.owner.post('/shifts', body);
  assert.equal(response.status, 201, response.text);
  return response.body.data;
}
