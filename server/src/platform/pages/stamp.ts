import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Beside the pages: of which sources they were made. */
export const stampFile = 'made-of.txt';

const sources = ['web/*.{ts,json,html}', 'web/src/**', 'web/public/**', 'client/src/*.ts', 'core/src/*.ts', 'package-lock.json'];
const isSource = (path: string) => !path.endsWith('.test.ts') && !path.endsWith('.test.tsx');

/** What pages made now would be made of; `undefined` where there are no sources, as in an image that brings the pages only. */
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
