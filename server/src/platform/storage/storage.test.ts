import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { startS3Server } from '../../../../test/s3-server.ts';
import { AppError } from '../../core/errors.ts';
import { loadConfig } from '../config/config.ts';
import { createDiskStorage } from './disk.ts';
import { openStorage } from './open.ts';
import type { Storage } from './storage.ts';

const quiet = { error: () => undefined };
const folder = await mkdtemp(join(tmpdir(), 'tillhouse-storage-'));
const s3 = await startS3Server();
after(async () => {
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

const bucket = await openStorage(loadConfig(s3.env), quiet);
const storages: [string, Storage][] = [
  ['a folder', createDiskStorage(folder)],
  ['a bucket', bucket],
];

async function* chunks(size_bytes: number): AsyncIterable<Uint8Array> {
  for (let remainingFiles = size_bytes, seed = 1; remainingFiles > 0; remainingFiles -= 65_536, seed += 1)
    yield Buffer.alloc(Math.min(remainingFiles, 65_536), seed % 251);
}

/** The size of a file, or undefined. The content is discarded. */
async function sizeOf(storage: Storage, name: string): Promise<number | undefined> {
  const file = await storage.open(name);
  file?.content.destroy();
  return file?.size_bytes;
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

for (const [name, storage] of storages) {
  test(`${name}: is writable`, () => storage.check());

  for (const size of [0, 1, 65_537, 12 * 1024 * 1024 + 3]) {
    test(`${name}: returns ${size} bytes unchanged`, async () => {
      const file = `exports/sized/${size}.csv`;
      await storage.put(file, chunks(size));
      const stored = await storage.open(file);
      assert.equal(stored?.size_bytes, size);
      const expected = await buffer(chunks(size));
      assert.equal(digestOf(await buffer(stored.content)), digestOf(expected));
    });
  }

  test(`${name}: replaces an existing file completely`, async () => {
    await storage.put('exports/replaced.csv', chunks(100));
    await storage.put('exports/replaced.csv', chunks(3));
    assert.equal(await sizeOf(storage, 'exports/replaced.csv'), 3);
  });

  test(`${name}: returns undefined for a missing file`, async () => {
    assert.equal(await storage.open('exports/none.csv'), undefined);
  });

  test(`${name}: stores no file if its source fails, and throws the error`, async () => {
    const fault = new Error('the source failed');
    async function* failing() {
      yield* chunks(6 * 1024 * 1024);
      throw fault;
    }
    await assert.rejects(storage.put('exports/half.csv', failing()), (error) => error === fault);
    assert.equal(await storage.open('exports/half.csv'), undefined);
  });

  test(`${name}: rejects names outside the storage`, async () => {
    for (const wrong of ['../up.csv', '/etc/passwd', 'a//b', 'a/../b', '', 'a b']) {
      await assert.rejects(storage.put(wrong, chunks(1)), /is no name of a stored file/);
      await assert.rejects(storage.open(wrong), /is no name of a stored file/);
    }
  });

  test(`${name}: sums the bytes of all files below a folder, and of no other`, async () => {
    for (const [file, size] of [
      ['sums/a.csv', 5],
      ['sums/deep/b.csv', 70],
      ['sums/deep/deeper/c.csv', 300],
      ['sumsome/d.csv', 1_000],
    ] as const)
      await storage.put(file, chunks(size));
    assert.deepEqual([await storage.sumBytes('sums'), await storage.sumBytes('sums/deep')], [375, 370]);
    assert.equal(await storage.sumBytes('summary'), 0);
  });

  test(`${name}: deletes files before a time, only in their folder`, async () => {
    for (const file of ['old/a.csv', 'old/deep/b.csv', 'oldish/c.csv']) await storage.put(file, chunks(1));
    await storage.removeOlder('old', new Date(Date.now() - 60_000));
    assert.equal(await sizeOf(storage, 'old/a.csv'), 1);
    await storage.removeOlder('old', new Date(Date.now() + 60_000));
    assert.equal(await storage.open('old/a.csv'), undefined);
    assert.equal(await storage.open('old/deep/b.csv'), undefined);
    assert.equal(await sizeOf(storage, 'oldish/c.csv'), 1);
  });
}

test('a file that was stored at the very time stays in the folder', async () => {
  const storage = createDiskStorage(folder);
  await storage.put('aged/a.csv', chunks(1));
  const at = new Date('2026-03-01T10:00:00.000Z');
  await utimes(join(folder, 'aged/a.csv'), at, at);
  await storage.removeOlder('aged', at);
  assert.equal(await sizeOf(storage, 'aged/a.csv'), 1);
  await storage.removeOlder('aged', new Date(at.getTime() + 1));
  assert.equal(await storage.open('aged/a.csv'), undefined);
});

test('reaches a server by its name, without a name for each bucket', async () => {
  const named = s3.env.S3_ENDPOINT?.replace('127.0.0.1', 'localhost') ?? '';
  const storage = await openStorage(loadConfig({ ...s3.env, S3_ENDPOINT: named }), quiet);
  await storage.put('exports/named.csv', chunks(3));
  assert.equal(await sizeOf(bucket, 'exports/named.csv'), 3);
});

test('only a folder knows its free space, in bytes', async () => {
  const { free_bytes, total_bytes } = (await createDiskStorage(join(folder, 'new')).readSpace()) ?? assert.fail();
  assert.ok(free_bytes > 1_048_576 && free_bytes <= total_bytes);
  assert.equal(total_bytes % 512, 0);
  assert.equal(await bucket.readSpace(), undefined);
});

const isUnavailable = (error: unknown) => error instanceof AppError && error.code === 'UNAVAILABLE';

test('reports wrong keys, a missing bucket and an unreachable server as unavailable', async () => {
  const wrong = [{ S3_ACCESS_KEY_ID: 'WRONG' }, { S3_BUCKET: 'missing' }, { S3_ENDPOINT: 'http://127.0.0.1:1' }];
  for (const env of wrong) {
    const storage = await openStorage(loadConfig({ ...s3.env, ...env }), quiet);
    await assert.rejects(storage.check(), Error, JSON.stringify(env));
    await assert.rejects(storage.put('exports/a.csv', chunks(1)), isUnavailable, JSON.stringify(env));
    await assert.rejects(storage.open('exports/a.csv'), isUnavailable, JSON.stringify(env));
  }
});

test('reports an invalid folder as unavailable', async () => {
  const taken = join(folder, 'taken');
  await writeFile(taken, 'a file');
  await assert.rejects(createDiskStorage(taken).check());
  await assert.rejects(createDiskStorage(taken).put('exports/a.csv', chunks(1)), isUnavailable);
  await assert.rejects(createDiskStorage(taken).open('exports/a.csv'), isUnavailable);
});

test('no partial file remains in the folder', async () => {
  const remainingFiles = await readdir(folder, { recursive: true });
  assert.deepEqual(
    remainingFiles.filter((name) => name.endsWith('.part')),
    [],
  );
});

test('names the variable of contradictory settings', () => {
  const wrong: [Record<string, string>, RegExp][] = [
    [{ S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k' }, /^S3_SECRET_ACCESS_KEY is missing/],
    [{ S3_BUCKET: 'b', S3_SECRET_ACCESS_KEY: 's' }, /^S3_ACCESS_KEY_ID is missing/],
    [{ S3_BUCKET: 'b', S3_ENDPOINT: 'minio:9000' }, /^S3_ENDPOINT must be/],
    [{ S3_BUCKET: 'b', S3_PREFIX: '../x' }, /^S3_PREFIX must be/],
  ];
  for (const [env, sentence] of wrong) assert.throws(() => loadConfig(env), { message: sentence });
});
