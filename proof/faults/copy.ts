import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Fault, plantedIn } from './fault.ts';

export const root = new URL('../..', import.meta.url).pathname;

/** A copy of the tree, into which one fault after another is put. */
export interface Copy {
  folder: string;
  /** Works while the fault is there. */
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

/** The packages of the tree, but our own from the copy: a fault in one of them must be seen. */
async function linkPackages(folder: string): Promise<void> {
  const ours = '@tillhouse';
  await mkdir(join(folder, 'node_modules', ours), { recursive: true });
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name !== ours) await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
  for (const name of await readdir(join(root, 'node_modules', ours))) {
    await symlink(join(folder, name), join(folder, 'node_modules', ours, name));
  }
}
