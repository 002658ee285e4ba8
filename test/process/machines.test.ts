import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startService } from '../../demo/service.ts';
import { aRedisServer, findRedisServer } from '../redis-server.ts';
import { connect } from './connection.ts';
import { aPlace } from './place.ts';
import { aSharedDatabase } from './shared-database.ts';
import { testShared } from './shared-scenarios.ts';

/**
 * Two separate services on one PostgreSQL, as on two machines. One of them has two workers.
 * Redis counts the requests if it is installed.
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
if (one === undefined || other === undefined) throw new Error('two services are needed');
const connections = { one: connect(one.url), other: connect(other.url) };
after(async () => {
  connections.one.close();
  connections.other.close();
  await Promise.all([one.stop(), other.stop()]);
  await redis?.close();
  await database.remove();
  for (const place of places) await place.remove();
});

testShared(() => connections);

const skip = redis === undefined && 'no redis-server or valkey-server is installed';
test('requests succeed and are counted in the database while Redis is down; each process logs it once', {
  skip,
}, async () => {
  const warnings = () => one.output().match(/the Redis server is unavailable/g)?.length ?? 0;
  // A busy machine may have found Redis too slow before, and logged that.
  const earlier = warnings();
  await redis?.kill();
  const remaining: number[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    const { status, headers } = await (turn % 2 === 0 ? connections.one : connections.other).call(
      'GET',
      '/api/v1/none',
    );
    assert.equal(status, 404);
    remaining.push(Number(headers['x-ratelimit-remaining']));
  }
  assert.deepEqual(
    remaining,
    Array.from({ length: 20 }, (_, turn) => 99_999 - turn),
  );
  assert.ok(warnings() >= 1 && warnings() - earlier <= 1, `${earlier}, then ${warnings()} warnings`);
});
