import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Fault, plantedIn } from './fault.ts';

export const root = new URL('../..', import.meta.url).pathname;

/** A copy of the tree for planting one fault after another. */
export interface Copy {
  folder: string;
  /** Does the work while the fault is in the copy. */
  withFault<Result>(fault: Fault, work: () => Promise<Result>): Promise<Result>;
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

export async function copyTree(): Promise<Copy> {
  const folder = await mkdtemp(join(tmpdir(), 'tillhouse-fault-'));
  const filter = (path: string) => basename(path) !== 'node_modules';
  for (const part of parts) await cp(join(root, part), join(folder, part), { recursive: true, filter });
  await linkPackages(folder);
  return {
    folder,
    async withFault(fault, work) {
      const path = join(folder, fault.file);
      const text = await readFile(path, 'utf8');
      await writeFile(path, plantedIn(text, fault));
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
