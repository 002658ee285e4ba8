import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConcurrency } from './concurrency-config.ts';
import { fittingWorkers, isAlone, loadConfig, workersOf } from './config.ts';

const gib = 2 ** 30;
const machines: [cores: number, memory_gib: number, workers: number][] = [
  [1, 1, 1],
  [2, 64, 1],
  [3, 64, 1],
  [4, 1, 1],
  [4, 8, 2],
  [6, 8, 3],
  [8, 16, 4],
  [96, 512, 4],
];
for (const [cores, memory, workers] of machines)
  test(`starts ${workers} server processes for ${cores} cores and ${memory} GiB`, () =>
    assert.equal(workersOf({ cores, memory_bytes: memory * gib }), workers));

test('starts no more processes by default than the embedded database can serve', () => {
  assert.equal(loadConfig({ DATABASE_POOL_SIZE: '200' }).workers, 1);
  // With their primary, two workers need 76 connections for each process, and three for jobs: 231.
  assert.deepEqual(
    [44, 45, 75, 76, undefined].map((pool_size) => fittingWorkers(4, pool_size)),
    [4, 3, 2, 1, 4],
  );
  assert.throws(
    () => loadConfig({ WORKERS: '20' }),
    /WORKERS is too many for the embedded database: 20 with 10 connections each/,
  );
  assert.equal(loadConfig({ WORKERS: '20', DATABASE_URL: 'postgres://x' }).workers, 20);
});

test('starts one process for background work only', () => {
  assert.equal(loadConfig({ WORKERS: '3', WORKER: 'only', DATABASE_URL: 'postgres://x' }).workers, 1);
});

test('only a single process with the embedded database is alone', () => {
  assert.deepEqual(
    [{ WORKERS: '1' }, { WORKERS: '2' }, { WORKERS: '1', DATABASE_URL: 'postgres://x' }].map((env) =>
      isAlone(loadConfig(env)),
    ),
    [true, false, false],
  );
});

test('derives the number of threads and hashes from the cores, unless it is set', () => {
  assert.deepEqual(readConcurrency({}, 2), { file_threads: 4, password_hashes: 1 });
  assert.deepEqual(readConcurrency({}, 16), { file_threads: 8, password_hashes: 15 });
  const { concurrency } = loadConfig({ FILE_THREADS: '2', PASSWORD_HASHES_AT_ONCE: '3' });
  assert.deepEqual(concurrency, { file_threads: 2, password_hashes: 3 });
  assert.throws(() => loadConfig({ FILE_THREADS: '0' }), /FILE_THREADS/);
});
