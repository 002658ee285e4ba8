import { createHash, randomBytes } from 'node:crypto';
import { chmod, link, lstat, mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface OwnerLock {
  release(): Promise<void>;
}

// macOS accepts 103 bytes, and the longest name that PostgreSQL or the lock makes in the folder has 20.
const max_folder_bytes = 80;

/**
 * A folder with a short path for sockets: inside the data folder if its path is short enough, else in the temporary
 * folder.
 */
export async function makeSocketFolder(data_dir: string, name: string): Promise<string> {
  const real = await realpath(data_dir);
  const inside = join(real, name);
  if (Buffer.byteLength(inside) <= max_folder_bytes) {
    await mkdir(inside, { recursive: true, mode: 0o755 });
    return inside;
  }
  const outside = join(tmpdir(), `tillhouse-${createHash('sha256').update(real).digest('hex').slice(0, 16)}`, name);
  await mkdir(outside, { recursive: true, mode: 0o755 });
  // Every account may make a folder there. A folder of another account could be replaced while it is in use.
  const { uid, mode } = await lstat(dirname(outside));
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0)
    throw new Error(`${dirname(outside)} belongs to another account. Set DATA_DIR to a folder with a shorter path.`);
  return outside;
}

/**
 * Makes this process the only one that uses a data folder. The lock is a listening socket: a dead process, reaped or
 * not, no longer accepts connections on it, whatever its process id was.
 * @throws Error if another process uses the folder
 */
export async function takeOwnership(data_dir: string): Promise<OwnerLock> {
  if (process.platform === 'win32') return ownByPipe(data_dir);
  const folder = await makeSocketFolder(data_dir, 'run');
  const ownSocket = join(folder, `${randomBytes(4).toString('hex')}.sock`);
  const server = await listen(ownSocket);
  try {
    // Other accounts must be able to connect, also to root's socket, to distinguish a live owner from a dead one.
    await chmod(ownSocket, 0o666);
    const number = await claimNumber(folder, ownSocket);
    if (number === undefined) throw alreadyRunning(data_dir);
    for (const name of await readdir(folder))
      if (numberOf(name) !== number) await rm(join(folder, name), { force: true });
  } catch (error) {
    await rm(ownSocket, { force: true });
    await close(server);
    // The new owner removes all other sockets. If this one is gone, another process owns the folder.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw alreadyRunning(data_dir);
    throw error;
  }
  // The closed socket does not accept connections; the next owner removes it.
  return { release: () => close(server) };
}

const socketName = (number: number) => `owner-${number}.sock`;
const numberOf = (name: string): number => Number(/^owner-(\d+)\.sock$/.exec(name)?.[1] ?? 0);

/**
 * The owner is the process that listens on the socket with the highest number. Numbers only increase, and the file
 * system allows only one process to create the next one. So a socket that may be in use is never moved or removed to
 * find the owner.
 * @returns the number, or `undefined` if another process owns the folder
 */
async function claimNumber(folder: string, ownSocket: string): Promise<number | undefined> {
  for (;;) {
    const last = await lastNumber(folder);
    // Without an earlier owner, this is number 0, whose socket never exists.
    if (await isListening(join(folder, socketName(last)))) return undefined;
    const next = last + 1;
    try {
      await link(ownSocket, join(folder, socketName(next)));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
      if (error.code === 'EEXIST') continue;
      // The new owner removes the sockets that the others prepared.
      if (error.code === 'ENOENT') return undefined;
      throw error;
    }
    if ((await lastNumber(folder)) === next) return next;
    // This process was so slow that meanwhile another one owned the folder, ended, and was followed by a third.
    await rm(join(folder, socketName(next)), { force: true });
  }
}

const lastNumber = async (folder: string): Promise<number> => Math.max(0, ...(await readdir(folder)).map(numberOf));

const alreadyRunning = (data_dir: string) =>
  new Error(`Another Tillhouse is already running on ${data_dir}. Stop it first, or set DATA_DIR to another folder.`);

async function ownByPipe(data_dir: string): Promise<OwnerLock> {
  const name = createHash('sha256').update(data_dir).digest('hex').slice(0, 24);
  try {
    const server = await listen(`\\\\.\\pipe\\tillhouse-${name}`);
    return { release: () => close(server) };
  } catch {
    throw alreadyRunning(data_dir);
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

/** Whether a process listens on the socket. Only a refused connection or a missing socket means that none does. */
function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT'),
    );
  });
}
