import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { hashPassword } from '../../server/src/features/auth/accounts/passwords.ts';
import { recordExamples, storyEnv } from '../examples/story.ts';
import { watchHeldConnections } from '../held-connections.ts';
import { aShop } from '../shop.ts';
import { cloneDatabase, createTestApp, openTestApp, testServer } from '../test-app.ts';

test('no operation waits for anything but the database while it holds a connection', async () => {
  const app = await openTestApp(await cloneDatabase(testServer()), { env: storyEnv });
  try {
    await recordExamples(app);
    assert.deepEqual(app.heldConnections, []);
  } finally {
    await app.close();
  }
});

const app = await createTestApp();
const shop = await aShop(app);
const otherService = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
after(() => otherService.close());
const address = () => `http://127.0.0.1:${(otherService.address() as AddressInfo).port}`;

/** The violations that the watch reports for work inside a transaction. */
async function violationsOf(work: (watched: Watched) => Promise<unknown>): Promise<string[]> {
  const faults: string[] = [];
  const watch = watchHeldConnections((fault) => faults.push(fault));
  const database = watch.database(app.database);
  const storage = watch.service('storage', app.fastify.services.storage);
  try {
    await database.transaction(shop.merchant_id, async () => {
      await work({ database, storage });
    });
  } finally {
    watch.stop();
  }
  return faults;
}

interface Watched {
  database: typeof app.database;
  storage: { check(): Promise<void> };
}

const query = { sql: 'select 1', compile: () => ({ sql: 'select 1', parameters: [] }) } as never;

const violations: [string, RegExp, (watched: Watched) => Promise<unknown>][] = [
  [
    'a second connection',
    /second connection/,
    ({ database }) => database.transaction(shop.merchant_id, async () => undefined),
  ],
  [
    'a second connection for a statement',
    /second connection/,
    ({ database }) =>
      database
        .reader(shop.merchant_id)
        .run(query)
        .catch(() => 0),
  ],
  [
    'a second connection for global tables',
    /second connection/,
    ({ database }) => database.global.run(query).catch(() => 0),
  ],
  ['hashing', /hashed/, () => hashPassword('a long password', 1_024)],
  ['storage', /storage\.check/, ({ storage }) => storage.check()],
  ['another service', /HTTP request/, () => fetch(address())],
];

for (const [name, expected, work] of violations)
  test(`notices inside a transaction: ${name}`, async () => {
    assert.match((await violationsOf(work)).join('\n'), expected);
  });

test('ignores the same work before, after and beside a transaction', async () => {
  const faults: string[] = [];
  const watch = watchHeldConnections((fault) => faults.push(fault));
  const database = watch.database(app.database);
  const work = () =>
    Promise.all([
      hashPassword('a long password', 1_024),
      fetch(address()),
      database.snapshot(shop.merchant_id, async () => 1),
    ]);
  await work();
  await Promise.all([database.transaction(shop.merchant_id, async () => undefined), work()]);
  watch.stop();
  assert.deepEqual(faults, []);
});
