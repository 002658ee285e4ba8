import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

interface Log {
  warn(fields: object, message: string): void;
}

/** Permission bits of everyone but the owner. */
const others = 0o077;

/**
 * A key file's text; undefined if there is no such file. If other accounts may read or write the file, their access is
 * removed and logged.
 * @throws Error if the file is a link, belongs to another account, or cannot be repaired
 */
export async function readKeyFile(path: string, log?: Log): Promise<string | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    if (error.code === 'ELOOP') throw new Error(`The key file ${path} is a symbolic link. Put the file itself there.`);
    throw error;
  });
  if (file === undefined) return undefined;
  try {
    await protect(file, path, log);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

async function protect(file: FileHandle, path: string, log: Log | undefined): Promise<void> {
  // Windows has no such permissions.
  const account = process.getuid?.();
  if (account === undefined) return;
  const { mode, uid } = await file.stat();
  if (uid !== account && account !== 0)
    throw new Error(
      `The key file ${path} belongs to another account (${uid}). Give it to the account that runs the service (chown).`,
    );
  if ((mode & others) === 0) return;
  await file.chmod(0o600).catch(() => {
    throw new Error(`Other accounts may read the key file ${path}. Remove their access: chmod 600 ${path}`);
  });
  log?.warn(
    { path, mode: (mode & 0o777).toString(8) },
    'other accounts could read a key file; it is now readable by its owner only. If it may have been read, delete it and restart to create a new key',
  );
}
