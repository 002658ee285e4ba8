import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Handle } from '../db/handle.ts';
import { findOrInsertSecret } from './queries.ts';

interface Kept {
  name: string;
  /** Makes one when there is none yet. */
  make: () => string | Promise<string>;
  isWhole: (text: string) => boolean;
  /** What follows from making a new one, for who reads that it is damaged. */
  loss: string;
}

/** The signing key: given, or made once. */
export async function loadSecret(config: Config, global: Handle): Promise<string> {
  const make = () => randomBytes(48).toString('base64url');
  const loss = 'everybody then signs in again';
  return config.jwt_secret ?? loadKept(config, global, { name: 'signing-key', make, isWhole: (text) => text.length >= 32, loss });
}

/** The keys that push services know us by: a browser's subscription is to them. */
export async function loadPushKeys<Keys extends object>(config: Config, global: Handle, make: () => Promise<Keys>): Promise<Keys> {
  const loss = 'browsers then have to subscribe again';
  const text = await loadKept(config, global, {
    name: 'push-keys',
    make: async () => JSON.stringify(await make()),
    isWhole: isObject,
    loss,
  });
  return JSON.parse(text) as Keys;
}

function isObject(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

/** Made once, and kept beside the embedded database, or in the shared one where several processes need the same. */
async function loadKept(config: Config, global: Handle, { name, make, isWhole, loss }: Kept): Promise<string> {
  if (config.database_url !== undefined) return findOrInsertSecret(global, name, await make());
  const folder = join(config.data_dir, 'keys');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  const kept = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (kept !== undefined) {
    if (!isWhole(kept.trim()))
      throw new Error(`The ${name.replace('-', ' ')} in ${path} is damaged. Remove the file to make a new one; ${loss}.`);
    return kept.trim();
  }
  const fresh = await make();
  await writeWhole(path, fresh);
  return fresh;
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
