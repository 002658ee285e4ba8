import assert from 'node:assert/strict';
import { type Caller, createCaller } from './caller.ts';
import type { Shop } from './shop.ts';

interface ApiKey {
  key: string;
  id: string;
  /** Sends requests with the key. */
  caller: Caller;
  // biome-ignore lint/suspicious/noExplicitAny: the test asserts the shape of the data.
  data: any;
}

/** An API key of the shop. */
export async function aKey(shop: Shop, fields: Record<string, unknown> = {}, owner = shop.owner): Promise<ApiKey> {
  const answer = await owner.post('/api-keys', { name: 'Web shop', permissions: ['catalogue:read'], ...fields });
  assert.equal(answer.status, 201, answer.text);
  const { key, id } = answer.body.data;
  return {
    key,
    id,
    caller: createCaller(shop.app.fastify, { authorization: `Bearer ${key}` }),
    data: answer.body.data,
  };
}
