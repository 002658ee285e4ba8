import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Where runs keep what they found, so that one that was broken off goes on. */
export const cacheFolder = (root: string): string => join(root, 'node_modules', '.cache', 'mutants');

/** Digests of parts of the tree. What was found for one digest holds as long as it is the same. */
export interface TreeDigests {
  /** The sources in which faults are drawn. */
  sources: string;
  tests: string;
}

export async function digestsOf(root: string): Promise<TreeDigests> {
  const listed = await promisify(execFile)('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 2 ** 26,
  });
  const hashes = { sources: createHash('sha256'), tests: createHash('sha256') };
  for (const file of listed.stdout.trim().split('\n').sort()) {
    const part = partOf(file);
    if (part === undefined) continue;
    const content = await readFile(join(root, file)).catch(() => 'missing');
    hashes[part].update(file).update(content);
  }
  return {
    sources: hashes.sources.digest('hex').slice(0, 12),
    tests: hashes.tests.digest('hex').slice(0, 12),
  };
}

function partOf(file: string): keyof TreeDigests | undefined {
  if (/\.test\.ts$/.test(file)) return 'tests';
  return /^(server|client|web|core)\/src\//.test(file) ? 'sources' : undefined;
}
