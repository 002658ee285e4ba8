import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Handle } from '../db/handle.ts';
import { findOrInsertSecret } from './queries.ts';

/** The signing key: given, or made once and kept beside the embedded database, or in the shared one where several processes need the same. */
export async function loadSecret(config: Config, global: Handle): Promise<string> {
  if (config.jwt_secret !== undefined) return config.jwt_secret;
  const fresh = randomBytes(48).toString('base64url');
  if (config.database_url !== undefined) return findOrInsertSecret(global, 'signing-key', fresh);
  const folder = join(config.data_dir, 'keys');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'signing-key');
  const kept = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (kept === undefined) {
    await writeWhole(path, fresh);
    return fresh;
  }
  if (kept.trim().length < 32)
    throw new Error(`The signing key in ${path} is damaged. Remove the file to make a new one; everybody then signs in again.`);
  return kept.trim();
}

/** Under another name first: cut off in the middle, it leaves no key that is none. */
async function writeWhole(path: string, text: string): Promise<void> {
  const half = `${path}.part`;
  const file = await open(half, 'w', 0o600);
  await file.writeFile(text);
  await file.sync();
  await file.close();
  await rename(half, path);
}
