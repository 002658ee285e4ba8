import assert from 'node:assert/strict';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const app = new URL('../', import.meta.url).pathname;

/** Replaces one text of a source file. */
export interface Alteration {
  file: string;
  from: string;
  to: string;
}

/** Copies the service into a folder, with these changes. @returns the path of its start script */
export async function alterSource(folder: string, alterations: Alteration | readonly Alteration[]): Promise<string> {
  await cp(join(app, 'server'), join(folder, 'server'), {
    recursive: true,
    filter: (path) => !path.endsWith('node_modules'),
  });
  for (const shared of ['node_modules', 'package.json']) await symlink(join(app, shared), join(folder, shared));
  for (const alteration of [alterations].flat()) {
    const path = join(folder, alteration.file);
    await writeFile(path, alter(await readFile(path, 'utf8'), alteration));
  }
  return join(folder, 'server', 'src', 'app', 'start.js');
}

/** @throws AssertionError if the source does not have the text exactly once */
export function alter(source: string, { file, from, to }: Alteration): string {
  assert.equal(source.split(from).length, 2, `${file} must have exactly once: ${from}`);
  return source.replace(from, () => to);
}
