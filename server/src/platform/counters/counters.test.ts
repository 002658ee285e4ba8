import assert from 'node:assert/strict';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { aRedisServer, findRedisServer } from '../../../../test/redis-server.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';
import { type Counters, databaseCounters, memoryCounters } from './counters.ts';
import { countHit, daily, deleteOldWindows, undoHit } from './queries.ts';
import { openRedisCounters } from './redis-counters.ts';

const { database, admin } = await createTestApp({ isAlone: false });
const program = await findRedisServer();
const redis = program === undefined ? undefined : await aRedisServer(program);
const skip = redis === undefined && 'no redis-server or valkey-server is installed';
after(() => redis?.close());

const silent = { info: () => undefined, warn: () => undefined };
let keys = 0;
const aKey = () => `user ${++keys}`;

/** A log that records its messages. */
function aLog() {
  const messages: string[] = [];
  const record = (_: object, message: string) => messages.push(message);
  return { messages, info: record, warn: record };
}

const untilReachable = async (counters: Counters, used: () => number) =>
  until(async () => {
    const before = used();
    await counters.hit(aKey(), 60);
    return used() === before;
  });

/** Counts in memory, and records how often it was called. */
function aFallback() {
  const memory = memoryCounters();
  let used = 0;
  const hit: Counters['hit'] = (key, length_s) => {
    used += 1;
    return memory.hit(key, length_s);
  };
  return { counters: { hit }, used: () => used };
}

async function overRedis(url = redis?.url ?? '', log: ReturnType<typeof aLog> | typeof silent = silent) {
  const fallback = aFallback();
  const counters = await openRedisCounters(url, { fallback: fallback.counters, log });
  return { counters, used: fallback.used };
}

test('a count stays within the range of its column', async () => {
  const key = aKey();
  await countHit(database.global, key, 60);
  for (const stored of [999_999_999, 1_000_000_000, 2_000_000_000]) {
    await admin.query('update rate_windows set hits = $1 where key = $2', [stored, key]);
    const { hits } = await countHit(database.global, key, 60);
    assert.equal(hits, Math.min(stored, 1_000_000_000) + 1);
  }
});

test('a window is deleted an hour after its start, one of a day after a day', async () => {
  const [hourly, dayLong] = ['over after an hour', `${daily}over after a day`];
  for (const key of [hourly, dayLong]) await countHit(database.global, key, 60);
  const keptAfter = async (hours: number) => {
    await admin.query(
      `update rate_windows set started_at = clock_timestamp() - make_interval(mins => $2) where key = any($1)`,
      [[hourly, dayLong], hours * 60],
    );
    await deleteOldWindows(database.global);
    const { rows } = await admin.query('select key from rate_windows where key = any($1)', [[hourly, dayLong]]);
    return rows.map(({ key }) => key).sort();
  };
  assert.deepEqual(await keptAfter(0.9), [dayLong, hourly]);
  assert.deepEqual(await keptAfter(23), [dayLong]);
  assert.deepEqual(await keptAfter(25), []);
});

async function assertCounts(counters: Counters): Promise<void> {
  const [key, other] = [aKey(), aKey()];
  const windows = await Promise.all(Array.from({ length: 50 }, () => counters.hit(key, 60)));
  assert.deepEqual(
    windows.map(({ hits }) => hits).toSorted((a, b) => a - b),
    Array.from({ length: 50 }, (_, at) => at + 1),
  );
  assert.equal(new Set(windows.map(({ resets_at_s }) => resets_at_s)).size, 1, 'the reset time does not change');
  const [{ resets_at_s, resets_in_s } = { resets_at_s: 0, resets_in_s: 0 }] = windows;
  const now_s = Date.now() / 1_000;
  assert.ok(resets_at_s > now_s && resets_at_s <= now_s + 61, String(resets_at_s));
  assert.ok(resets_in_s >= 50 && resets_in_s <= 60, String(resets_in_s));
  assert.equal((await counters.hit(other, 60)).hits, 1);
  const short = aKey();
  await counters.hit(short, 1);
  await until(async () => (await counters.hit(short, 1)).hits === 1);
}

test('database counters satisfy the contract', () => assertCounts(databaseCounters(database.global)));

test('memory counters satisfy the contract', () => assertCounts(memoryCounters()));

test('Redis counters satisfy the contract', { skip }, async () => {
  const { counters, used } = await overRedis();
  await untilReachable(counters, used);
  const before = used();
  await assertCounts(counters);
  assert.equal(used(), before);
  counters.close();
});

test('memory counters are bounded: the oldest windows are dropped first, expired ones with the next hit', async () => {
  let now_ms = 0;
  const counters = memoryCounters({ at_most: 3, clock: { steady: () => now_ms, now: () => now_ms } });
  for (const key of ['a', 'b', 'c', 'a']) await counters.hit(key, 60);
  assert.equal((await counters.hit('d', 60)).hits, 1);
  assert.equal((await counters.hit('b', 60)).hits, 2);
  assert.equal((await counters.hit('a', 60)).hits, 1, 'was dropped for another window');
  now_ms = 59_999;
  assert.deepEqual(await counters.hit('d', 60), { hits: 2, resets_at_s: 60, resets_in_s: 1 });
  now_ms = 60_000;
  assert.deepEqual(await counters.hit('d', 60), { hits: 1, resets_at_s: 120, resets_in_s: 60 });
});

test('memory counters: a window of 60 seconds resets in at most 60 seconds, also with fractions of a millisecond', async () => {
  const steady = () => 6039.017406193155;
  const counters = memoryCounters({ clock: { steady, now: () => 0 } });
  assert.equal((await counters.hit('a', 60)).resets_in_s, 60);
});

test('processes share their counters in Redis', { skip }, async () => {
  const [one, other] = [await overRedis(), await overRedis()];
  for (const { counters, used } of [one, other]) await untilReachable(counters, used);
  const key = aKey();
  const windows = await Promise.all(
    Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? one : other).counters.hit(key, 60)),
  );
  assert.deepEqual(
    windows.map(({ hits }) => hits).toSorted((a, b) => a - b),
    Array.from({ length: 40 }, (_, at) => at + 1),
  );
  one.counters.close();
  other.counters.close();
});

test('counts by the fallback while Redis is unavailable, fails no request, and logs each change once', {
  skip,
}, async () => {
  const log = aLog();
  const { counters, used } = await overRedis(redis?.url, log);
  await untilReachable(counters, used);
  for (let round = 1; round <= 2; round += 1) {
    await redis?.kill();
    const key = aKey();
    for (let turn = 1; turn <= 20; turn += 1) assert.equal((await counters.hit(key, 60)).hits, turn);
    assert.equal(log.messages.length, 2 * round - 1);
    await redis?.start();
    await untilReachable(counters, used);
    assert.equal(log.messages.length, 2 * round);
  }
  assert.deepEqual(
    [...new Set(log.messages)],
    ['the Redis server is unavailable: the database counts requests meanwhile', 'the Redis server is available again'],
  );
  counters.close();
});

test('counts by the fallback while Redis does not answer', { skip }, async () => {
  const log = aLog();
  const { counters, used } = await overRedis(redis?.url, log);
  await untilReachable(counters, used);
  redis?.process().kill('SIGSTOP');
  const before = used();
  for (let turn = 1; turn <= 20; turn += 1) await counters.hit(aKey(), 60);
  assert.equal(used(), before + 20);
  redis?.process().kill('SIGCONT');
  await untilReachable(counters, used);
  assert.equal(log.messages.filter((messages) => messages.includes('unavailable')).length, 1);
  counters.close();
});

test('counts by the fallback from the first request if Redis is absent or silent', async () => {
  const sockets = new Set<Socket>();
  const silentServer = createServer((socket) => sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => silentServer.listen(0, '127.0.0.1', resolve));
  const { port } = silentServer.address() as AddressInfo;
  for (const url of ['redis://127.0.0.1:1', `redis://127.0.0.1:${port}`]) {
    const log = aLog();
    const { counters, used } = await overRedis(url, log);
    const key = aKey();
    for (let turn = 1; turn <= 5; turn += 1) assert.equal((await counters.hit(key, 60)).hits, turn);
    assert.equal(used(), 5);
    await until(() => log.messages.length > 0);
    assert.deepEqual(log.messages, ['the Redis server is unavailable: the database counts requests meanwhile']);
    counters.close();
  }
  for (const socket of sockets) socket.destroy();
  silentServer.close();
});

test('taking a hit back removes one, and nothing from an empty count', async () => {
  const key = aKey();
  const hits = async () => (await countHit(database.global, key, 60)).hits;
  for (const expected of [1, 2, 3]) assert.equal(await hits(), expected);
  assert.equal(await undoHit(database.global, key), 1);
  assert.equal(await hits(), 3);
  for (let time = 0; time < 4; time += 1) await undoHit(database.global, key);
  assert.equal(await hits(), 1);
});
