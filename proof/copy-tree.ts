import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
export const root = new URL('..', import.meta.url).pathname;

/** A copy of the tree for planting one fault after another. */
export interface Copy {
  folder: string;
  /** Does the work while this file of the copy has a changed text. */
  withText<Result>(file: string, change: (text: string) => string, work: () => Promise<Result>): Promise<Result>;
  remove(): Promise<void>;
}

const parts = [
  'core',
  'server',
  'client',
  'demo',
  'test',
  'proof',
  'docs',
  'README.md',
  'ARCHITECTURE.md',
  'package.json',
  'tsconfig.json',
];

/** @param more parts of the tree that only some checks need */
export async function copyTree(more: readonly string[] = []): Promise<Copy> {
  const folder = await mkdtemp(join(tmpdir(), 'tillhouse-fault-'));
  // A database server that root starts has its own account, and needs access.
  await chmod(folder, 0o711);
  const filter = (path: string) => basename(path) !== 'node_modules';
  for (const part of [...parts, ...more]) await cp(join(root, part), join(folder, part), { recursive: true, filter });
  await linkPackages(folder);
  return {
    folder,
    async withText(file, change, work) {
      const path = join(folder, file);
      const text = await readFile(path, 'utf8');
      await writeFile(path, change(text));
      try {
        return await work();
      } finally {
        await writeFile(path, text);
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Links the packages of the tree. The workspace packages are linked from the copy, because a fault may be in one of them. */
async function linkPackages(folder: string): Promise<void> {
  const workspaceScope = '@tillhouse';
  await mkdir(join(folder, 'node_modules', workspaceScope), { recursive: true });
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name !== workspaceScope) await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
  for (const name of await readdir(join(root, 'node_modules', workspaceScope))) {
    await symlink(join(folder, name), join(folder, 'node_modules', workspaceScope, name));
  }
}
