import { createHash } from 'node:crypto';
import { link, mkdir, realpath, rename, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface OwnerLock {
  release(): Promise<void>;
}

const longestSocketPath = 100;

/** A short folder for sockets: inside the data folder where its path allows it, else one of the same name in the temporary folder. */
export async function socketFolder(data_dir: string, name: string): Promise<string> {
  const real = await realpath(data_dir);
  const inside = join(real, name);
  if (inside.length <= longestSocketPath - 30) return inside;
  return join(tmpdir(), `tillhouse-${createHash('sha256').update(real).digest('hex').slice(0, 16)}`, name);
}

/**
 * Makes this process the only one on a data folder. The lock is a socket that is listened on: a process that died,
 * reaped or not, no longer answers on it, whatever number it had.
 * @throws Error when another process has the folder
 */
export async function takeOwnership(data_dir: string): Promise<OwnerLock> {
  if (process.platform === 'win32') return ownByPipe(data_dir);
  const folder = await socketFolder(data_dir, 'run');
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const place = join(folder, 'owner.sock');
  const mine = join(folder, `${process.pid}.sock`);
  await rm(mine, { force: true });
  const server = await listen(mine);
  try {
    await claim(mine, place, data_dir);
  } catch (error) {
    await close(server);
    throw error;
  } finally {
    await rm(mine, { force: true });
  }
  return {
    async release() {
      await rm(place, { force: true });
      await close(server);
    },
  };
}

async function claim(mine: string, place: string, data_dir: string): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    try {
      return await link(mine, place);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    if (await answers(place)) throw taken(data_dir);
    // Nobody answers: moved aside, not removed, since another process may have claimed it between the question and now.
    const aside = `${mine}.stale`;
    await rename(place, aside).catch(() => undefined);
    if (await answers(aside)) {
      await link(aside, place).catch(() => undefined);
      throw taken(data_dir);
    }
    await rm(aside, { force: true });
  }
  throw taken(data_dir);
}

const taken = (data_dir: string) =>
  new Error(`Another Tillhouse is already running on ${data_dir}. Stop it first, or set DATA_DIR to another folder.`);

async function ownByPipe(data_dir: string): Promise<OwnerLock> {
  const name = createHash('sha256').update(data_dir).digest('hex').slice(0, 24);
  try {
    const server = await listen(`\\\\.\\pipe\\tillhouse-${name}`);
    return { release: () => close(server) };
  } catch {
    throw taken(data_dir);
  }
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.end());
    server.once('error', reject);
    server.listen(path, () => {
      server.unref();
      resolve(server);
    });
  });
}

const close = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
