import { createHash, randomBytes } from 'node:crypto';
import { chmod, link, lstat, mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface OwnerLock {
  release(): Promise<void>;
}

// macOS takes 103 bytes, and the longest name that PostgreSQL or the lock puts into the folder has 20.
const longestSocketFolder = 80;

/** A short folder for sockets: inside the data folder where its path allows it, else one of the same name in the temporary folder. */
export async function makeSocketFolder(data_dir: string, name: string): Promise<string> {
  const real = await realpath(data_dir);
  const inside = join(real, name);
  if (Buffer.byteLength(inside) <= longestSocketFolder) {
    await mkdir(inside, { recursive: true, mode: 0o755 });
    return inside;
  }
  const outside = join(tmpdir(), `tillhouse-${createHash('sha256').update(real).digest('hex').slice(0, 16)}`, name);
  await mkdir(outside, { recursive: true, mode: 0o755 });
  // Anybody may make a folder there; what another account made could be exchanged under our hands.
  const { uid, mode } = await lstat(dirname(outside));
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0)
    throw new Error(`${dirname(outside)} belongs to another account. Set DATA_DIR to a folder with a shorter path.`);
  return outside;
}

/**
 * Makes this process the only one on a data folder. The lock is a socket that is listened on: a process that died,
 * reaped or not, no longer answers on it, whatever number it had.
 * @throws Error when another process has the folder
 */
export async function takeOwnership(data_dir: string): Promise<OwnerLock> {
  if (process.platform === 'win32') return ownByPipe(data_dir);
  const folder = await makeSocketFolder(data_dir, 'run');
  const mine = join(folder, `${randomBytes(4).toString('hex')}.sock`);
  const server = await listen(mine);
  try {
    // Whoever may not connect, root's socket being root's, could not tell a living owner from a dead one.
    await chmod(mine, 0o666);
    const turn = await claimTurn(folder, mine);
    if (turn === undefined) throw taken(data_dir);
    for (const name of await readdir(folder)) if (turnOf(name) !== turn) await rm(join(folder, name), { force: true });
  } catch (error) {
    await rm(mine, { force: true });
    await close(server);
    // The new owner removes the sockets of all others: where this one is gone, another process has the folder.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw taken(data_dir);
    throw error;
  }
  // What is left of it answers nobody; it is removed by the next owner, which takes the next turn.
  return { release: () => close(server) };
}

const socketOf = (turn: number) => `owner-${turn}.sock`;
const turnOf = (name: string): number => Number(/^owner-(\d+)\.sock$/.exec(name)?.[1] ?? 0);

/**
 * The owner is whoever listens on the socket with the highest number. Numbers only grow, and of those who try to take the next one
 * the file system lets one succeed; so nothing that might be somebody's is ever moved or removed to find out.
 * @returns the number, or `undefined` when another process has the folder
 */
async function claimTurn(folder: string, mine: string): Promise<number | undefined> {
  for (;;) {
    const last = await lastTurn(folder);
    if (last > 0 && (await answers(join(folder, socketOf(last))))) return undefined;
    const next = last + 1;
    try {
      await link(mine, join(folder, socketOf(next)));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
      if (error.code === 'EEXIST') continue;
      // The one who won removes what the others prepared.
      if (error.code === 'ENOENT') return undefined;
      throw error;
    }
    if ((await lastTurn(folder)) === next) return next;
    // So slow that another came, went, and was followed meanwhile.
    await rm(join(folder, socketOf(next)), { force: true });
  }
}

const lastTurn = async (folder: string): Promise<number> => Math.max(0, ...(await readdir(folder)).map(turnOf));

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

/** Whether somebody listens. Only a refusal, or nothing there at all, says that nobody does. */
function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT'));
  });
}
