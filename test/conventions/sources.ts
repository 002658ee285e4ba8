import { glob, readFile } from 'node:fs/promises';

export interface Source {
  /** Below `server/src`. */
  path: string;
  text: string;
}

const root = new URL('../../server/src/', import.meta.url);

/** The sources of the server without tests. */
export async function readSources(): Promise<Source[]> {
  const sources: Source[] = [];
  for await (const path of glob('**/*.ts', { cwd: root.pathname })) {
    if (path.endsWith('.test.ts')) continue;
    sources.push({ path, text: await readFile(new URL(path, root), 'utf8') });
  }
  return sources.sort((a, b) => (a.path < b.path ? -1 : 1));
}
