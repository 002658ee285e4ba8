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

interface StoredKey {
  name: string;
  /** Creates the key on first use. */
  create: () => string | Promise<string>;
  isValid: (text: string) => boolean;
  /** The consequence of a new key, for the error message about a damaged one. */
  consequence: string;
}

/** The signing key: configured, or created once. */
export async function loadSecret(config: Config, global: Handle, log?: Log): Promise<string> {
  const create = () => randomBytes(48).toString('base64url');
  const consequence = 'API keys, webhook secrets and authenticator apps are then lost';
  const key: StoredKey = { name: 'signing-key', create, isValid: (text) => text.length >= 32, consequence };
  return config.jwt_secret ?? loadOrCreateKey(config, global, key, log);
}

/** The keys that identify this service to push services. A browser's subscription is bound to them. */
export async function loadPushKeys<Keys extends object>(
  config: Config,
  global: Handle,
  create: () => Promise<Keys>,
  log?: Log,
): Promise<Keys> {
  const consequence = 'browsers then have to subscribe again';
  const key: StoredKey = {
    name: 'push-keys',
    create: async () => JSON.stringify(await create()),
    isValid: isObject,
    consequence,
  };
  const text = await loadOrCreateKey(config, global, key, log);
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
async function loadOrCreateKey(
  config: Config,
  global: Handle,
  { name, create, isValid, consequence }: StoredKey,
  log: Log | undefined,
): Promise<string> {
  if (config.database_url !== undefined) return findOrInsertSecret(global, name, await create());
  const folder = join(config.data_dir, 'keys');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  const stored = (await readKeyFile(path, log))?.trim();
  if (stored !== undefined) {
    if (!isValid(stored))
      throw new Error(
        `The ${name.replace('-', ' ')} in ${path} is damaged. Remove the file to create a new one; ${consequence}.`,
      );
    return stored;
  }
  const created = await create();
  await writeAtomically(path, created);
  return created;
}

/** Writes under another name first, so that an interrupted write leaves no damaged key file. */
async function writeAtomically(path: string, text: string): Promise<void> {
  const partial = `${path}.part`;
  const file = await open(partial, 'w', 0o600);
  await file.writeFile(text);
  await file.sync();
  await file.close();
  await rename(partial, path);
}
