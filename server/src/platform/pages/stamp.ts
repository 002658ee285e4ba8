import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The file beside the pages with the digest of their sources. */
export const stampFile = 'made-of.txt';

const sources = [
  'web/*.{ts,json,html}',
  'web/src/**',
  'web/public/**',
  'client/src/*.ts',
  'core/src/*.ts',
  'package-lock.json',
];
const isSource = (path: string) => !path.endsWith('.test.ts') && !path.endsWith('.test.tsx');

/** The digest of the current sources; `undefined` without sources, as in an image that has only the pages. */
export async function stampOf(root: string): Promise<string | undefined> {
  if (!existsSync(join(root, 'web', 'src'))) return undefined;
  const paths: string[] = [];
  for await (const entry of glob(sources, { cwd: root, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && isSource(path)) paths.push(path);
  }
  const hash = createHash('sha256');
  for (const path of paths.sort())
    hash
      .update(path.slice(root.length))
      .update('\0')
      .update(await readFile(path))
      .update('\0');
  return hash.digest('hex');
}
