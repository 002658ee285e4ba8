import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makeSocketFolder, type OwnerLock, takeOwnership } from './owner-lock.ts';

const root = await realpath(await mkdtemp(join(tmpdir(), 'tillhouse-lock-')));
after(() => rm(root, { recursive: true, force: true }));

let folders = 0;

/** A data folder whose last owner was killed: its socket exists but does not accept connections. */
async function aFolderWithStaleLock(): Promise<string> {
  const folder = join(root, String(++folders));
  await mkdir(join(folder, 'run'), { recursive: true });
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(join(folder, 'run/x.sock'), resolve));
  // Closing removes the socket by its original name.
  await rename(join(folder, 'run/x.sock'), join(folder, 'run/owner-7.sock'));
  await new Promise((resolve) => server.close(resolve));
  return folder;
}

test('exactly one of many concurrent processes becomes the owner after the last owner was killed', async () => {
  for (let round = 0; round < 60; round += 1) {
    const folder = await aFolderWithStaleLock();
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => takeOwnership(folder)));
    const owners = outcomes.filter(
      (outcome): outcome is PromiseFulfilledResult<OwnerLock> => outcome.status === 'fulfilled',
    );
    assert.equal(owners.length, 1, `round ${round}`);
    for (const { reason } of outcomes.filter((outcome) => outcome.status === 'rejected'))
      assert.match(reason.message, /Another Tillhouse is already running/);
    await assert.rejects(takeOwnership(folder), /Another Tillhouse/);
    await owners[0]?.value.release();
    await (await takeOwnership(folder)).release();
  }
});

test('keeps sockets inside of a folder whose path has 80 bytes with their own, else in the temporary folder', async () => {
  const ofLength = async (bytes: number) => {
    const folder = join(root, 'x'.repeat(bytes - Buffer.byteLength(root) - 1 - '/run'.length));
    await mkdir(folder);
    return { folder, sockets: await makeSocketFolder(folder, 'run') };
  };
  const most = await ofLength(80);
  assert.equal(most.sockets, join(most.folder, 'run'));
  const longer = await ofLength(81);
  assert.match(longer.sockets, /\/tillhouse-[0-9a-f]{16}\/run$/);
  assert.equal(await makeSocketFolder(longer.folder, 'run'), longer.sockets);
});

test('locks a folder with a long path', async () => {
  const folder = join(root, 'deep'.repeat(30), 'down');
  await mkdir(folder, { recursive: true });
  const lock = await takeOwnership(folder);
  await assert.rejects(takeOwnership(folder), /Another Tillhouse/);
  await lock.release();
});

test('lets other accounts connect to its socket, so that they see a live owner', async () => {
  const folder = join(root, String(++folders));
  await mkdir(folder);
  const lock = await takeOwnership(folder);
  const names = await readdir(join(folder, 'run'));
  assert.ok(names.length > 0);
  for (const name of names) assert.equal((await stat(join(folder, 'run', name))).mode & 0o777, 0o666, name);
  await lock.release();
});
