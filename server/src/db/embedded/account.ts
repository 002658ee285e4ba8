import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isReachableByOthers } from './binaries.ts';

/** Whom the server runs as. PostgreSQL refuses to run as root, so root hands it to an account that owns nothing else. */
export interface Account {
  uid: number;
  gid: number;
}

/** `undefined` when the present account will do. @throws Error when root has no account to hand it to */
export async function chooseAccount(): Promise<Account | undefined> {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return undefined;
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

/**
 * Where the cluster lives: in the data folder, unless the server's account cannot enter it (root's home, say);
 * then in a folder of the system's that belongs to this data folder alone.
 */
export async function chooseClusterRoot(data_dir: string, account: Account | undefined): Promise<string> {
  const inside = join(data_dir, 'postgres');
  if (account === undefined || (await isReachableByOthers(data_dir))) return inside;
  return join('/var/lib/tillhouse', createHash('sha256').update(data_dir).digest('hex').slice(0, 16));
}
