import { chmod, mkdir, mkdtemp, readFile, readlink, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { exists, isReachableByOthers } from './binaries.ts';

/**
 * The account that the server runs as. PostgreSQL refuses to run as root, so root starts it as an account that owns
 * nothing else.
 */
export interface Account {
  uid: number;
  gid: number;
}

const startedByRoot = () => process.platform !== 'win32' && process.getuid?.() === 0;

/**
 * The owner of an existing database, else the account `nobody`; `undefined` if the current account can run the server.
 * @throws Error if the database belongs to another account, or root finds no account to run it as
 */
export async function chooseAccount(data: string): Promise<Account | undefined> {
  if (process.platform === 'win32') return undefined;
  const owner = await stat(data).catch(() => undefined);
  if (!startedByRoot()) {
    if (owner === undefined || owner.uid === process.getuid?.()) return undefined;
    throw new Error(
      `The database in ${data} belongs to another account. Start Tillhouse as that account, or set DATA_DIR to another folder.`,
    );
  }
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'));
  const found = lines.find(([name]) => name === 'nobody');
  const uid = Number(found?.[2]);
  const gid = Number(found?.[3]);
  if (found === undefined || !(uid > 0) || !(gid > 0)) {
    throw new Error(
      'PostgreSQL does not run as root, and there is no account “nobody” to run it as. Start Tillhouse as an ordinary user, or set DATABASE_URL.',
    );
  }
  return { uid, gid };
}

const systemFolder = '/var/lib/tillhouse';

/**
 * The cluster's folder. It is inside the data folder, unless the server's account cannot access that (root's home, for
 * example). Then it is a folder of the system. A link in the data folder points to it, so that it is found after the
 * data folder is moved.
 */
export async function chooseClusterRoot(data_dir: string): Promise<string> {
  const inside = join(data_dir, 'postgres');
  const linked = await readlink(inside).catch(() => undefined);
  if (linked !== undefined) return linked;
  if (!startedByRoot() || (await isReachableByOthers(data_dir))) return inside;
  if (await exists(inside)) {
    throw new Error(
      `The database server cannot access ${inside}: it does not run as root, and a folder above does not give access to other accounts (chmod o+x).`,
    );
  }
  await mkdir(systemFolder, { recursive: true, mode: 0o755 });
  const created = await mkdtemp(join(systemFolder, 'cluster-'));
  await chmod(created, 0o755);
  await symlink(created, inside);
  return created;
}
