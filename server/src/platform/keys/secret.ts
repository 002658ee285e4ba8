import { randomBytes } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Handle } from '../database/handle.ts';
import { readKeyFile } from './key-files.ts';
import { findOrInsertSecret } from './queries.ts';

interface Log {
  warn(fields: object, message: string): void;
}

interface Kept {
  name: string;
  /** Makes one if there is none yet. */
  make: () => string | Promise<string>;
  isWhole: (text: string) => boolean;
  /** The consequence of making a new one, for the error message about a damaged one. */
  loss: string;
}

/** The signing key: configured, or made once. */
export async function loadSecret(config: Config, global: Handle, log?: Log): Promise<string> {
  const make = () => randomBytes(48).toString('base64url');
  const loss = 'API keys, webhook secrets and authenticator apps are then lost';
  const kept: Kept = { name: 'signing-key', make, isWhole: (text) => text.length >= 32, loss };
  return config.jwt_secret ?? loadKept(config, global, kept, log);
}

/** The keys that identify this service to push services. A browser's subscription is bound to them. */
export async function loadPushKeys<Keys extends object>(
  config: Config,
  global: Handle,
  make: () => Promise<Keys>,
  log?: Log,
): Promise<Keys> {
  const loss = 'browsers then have to subscribe again';
  const kept: Kept = { name: 'push-keys', make: async () => JSON.stringify(await make()), isWhole: isObject, loss };
  const text = await loadKept(config, global, kept, log);
  return JSON.parse(text) as Keys;
}

function isObject(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

/**
 * Made once, and stored beside the embedded database, or in a shared database, where several processes need the same
 * key.
 */
async function loadKept(
  config: Config,
  global: Handle,
  { name, make, isWhole, loss }: Kept,
  log: Log | undefined,
): Promise<string> {
  if (config.database_url !== undefined) return findOrInsertSecret(global, name, await make());
  const folder = join(config.data_dir, 'keys');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  const kept = await readKeyFile(path, log);
  if (kept !== undefined) {
    if (!isWhole(kept.trim()))
      throw new Error(
        `The ${name.replace('-', ' ')} in ${path} is damaged. Remove the file to make a new one; ${loss}.`,
      );
    return kept.trim();
  }
  const fresh = await make();
  await writeWhole(path, fresh);
  return fresh;
}

/** Writes under another name first, so that an interrupted write leaves no damaged key file. */
async function writeWhole(path: string, text: string): Promise<void> {
  const half = `${path}.part`;
  const file = await open(half, 'w', 0o600);
  await file.writeFile(text);
  await file.sync();
  await file.close();
  await rename(half, path);
}
