import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../server/src/core/ids.ts';
import { createCaller } from '../caller.ts';
import { aShop } from '../shop.ts';
import { createTestApp } from '../test-app.ts';
import { largestOf } from './sample.ts';

const app = await createTestApp();
const shop = await aShop(app);

/** Characters that become longer as UTF-8, in lower case, by Unicode normalisation, or in JSON. */
const growing = ['x', '😀', 'İ', '\ufdfa', '"', '\\', '\u0001', '\0'];

const writing = app.routes.flatMap(({ method, url, schema }) =>
  [method]
    .flat()
    .filter((name) => name === 'POST' || name === 'PUT' || name === 'PATCH')
    .flatMap((name) =>
      schema?.body === undefined || !url.startsWith('/api/v1') ? [] : [{ name, url, body: schema.body as object }],
    ),
);

/** The status of each route for a body with the longest texts and greatest numbers, for each character. */
async function statusesOf(routes: readonly { name: string; url: string; body: object }[]): Promise<[string, number][]> {
  const caller = createCaller(app.fastify, shop.owner.headers);
  const found: [string, number][] = [];
  for (const { name, url, body } of routes) {
    const path = `/${url.replace(/:\w+/g, newId())}`;
    for (const character of growing) {
      for (const requiredOnly of [false, true]) {
        const { status } = await caller[name.toLowerCase() as 'post' | 'put' | 'patch'](
          path,
          largestOf(body, { character, requiredOnly }),
        );
        found.push([`${name} ${url} with ${JSON.stringify(character)}`, status]);
      }
    }
  }
  return found;
}

test('accepts or rejects the largest bodies without an internal error', async () => {
  const found = await statusesOf(writing);
  assert.ok(found.length > 100, 'routes were found');
  assert.deepEqual(
    found.filter(([, status]) => status >= 500),
    [],
  );
  assert.ok(found.filter(([, status]) => status === 201).length > 20, 'some bodies were accepted');
});
