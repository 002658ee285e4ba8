import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startService } from '../../demo/service.ts';
import { aRedisServer, findRedisServer } from '../redis-server.ts';
import { connect } from './connection.ts';
import { aPlace } from './place.ts';
import { aSharedDatabase } from './shared-database.ts';
import { testShared } from './shared-scenarios.ts';

/**
 * Two services that know nothing of each other, as on two machines, over one PostgreSQL; one of them has two workers.
 * Requests are counted by Redis, where this machine has it.
 */

const program = await findRedisServer();
const redis = program === undefined ? undefined : await aRedisServer(program);

const database = await aSharedDatabase();
const places = [await aPlace(), await aPlace()];
const [one, other] = await Promise.all(
  places.map(({ env }, at) =>
    startService({
      ...env,
      DATABASE_URL: database.address,
      RATE_LIMIT_PER_MINUTE: '100000',
      WORKERS: String(at + 1),
      ...(redis === undefined ? {} : { REDIS_URL: redis.url }),
    }),
  ),
);
if (one === undefined || other === undefined) throw new Error('two were started');
const connections = { one: connect(one.url), other: connect(other.url) };
after(async () => {
  connections.one.close();
  connections.other.close();
  await Promise.all([one.stop(), other.stop()]);
  await redis?.close();
  await database.remove();
  for (const place of places) await place.remove();
});

testShared(() => ({ ...connections, isAtOnce: false }));

const skip = redis === undefined && 'there is no redis-server or valkey-server on this machine';
test('requests succeed and are counted in the database while Redis is down; each process logs it once', {
  skip,
}, async () => {
  await redis?.kill();
  const left: number[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    const { status, headers } = await (turn % 2 === 0 ? connections.one : connections.other).call(
      'GET',
      '/api/v1/none',
    );
    assert.equal(status, 404);
    left.push(Number(headers['x-ratelimit-remaining']));
  }
  assert.deepEqual(
    left,
    Array.from({ length: 20 }, (_, turn) => 99_999 - turn),
  );
  assert.equal(one.output().match(/the Redis server is away/g)?.length, 1);
});
