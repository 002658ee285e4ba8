import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { writeDurably, writeStreamDurably } from './durable.ts';
import { type BackupCipher, isSame, openCipher, plainCipher } from './encryption.ts';
import { checkManifest, type Manifest, type StoredFile } from './manifest-rules.ts';

/** A checked backup, and the cipher that reads its parts. */
export interface CheckedBackup {
  manifest: Manifest;
  cipher: BackupCipher;
}

const manifestName = 'manifest.json';
const keyName = 'backup.key.age';

/** A keyed digest has another name, so that the two cannot be confused. */
const sealNameOf = ({ suffix }: BackupCipher) => (suffix === '' ? 'manifest.sha256' : 'manifest.hmac');

export const writeKeyFile = (folder: string, key_file: Uint8Array) =>
  writeStreamDurably(join(folder, keyName), Readable.from([Buffer.from(key_file)]));

export async function writeManifest(folder: string, manifest: Manifest, cipher: BackupCipher): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeDurably(join(folder, sealNameOf(cipher)), `${cipher.seal(text)}\n`);
  const content = await cipher.encrypt(Readable.from([Buffer.from(text)]));
  await writeStreamDurably(join(folder, manifestName + cipher.suffix), content);
}

/** @throws Error if a key is missing, wrong, or set for a backup without encryption */
async function cipherOf(folder: string, key: string | undefined): Promise<BackupCipher> {
  const key_file = await readFile(join(folder, keyName)).catch(() => undefined);
  if (key_file === undefined) {
    if (key !== undefined && (await hasPlainManifest(folder)))
      throw new Error(
        'The backup is not encrypted, but BACKUP_KEY is set: it may have been exchanged. If you trust it, unset BACKUP_KEY.',
      );
    return plainCipher;
  }
  if (key === undefined) throw new Error('The backup is encrypted: set BACKUP_KEY to the key that it was made with.');
  return openCipher(key, key_file);
}

const hasPlainManifest = async (folder: string) =>
  (await readFile(join(folder, manifestName)).catch(() => undefined)) !== undefined;

/** @throws Error if the folder is not a complete backup, or its manifest was changed */
async function readManifest(folder: string, cipher: BackupCipher): Promise<Manifest> {
  const name = manifestName + cipher.suffix;
  const stored = await readFile(join(folder, name)).catch(() => undefined);
  if (stored === undefined) throw new Error(`${folder} is not a backup, or an incomplete one: it has no ${name}.`);
  const damaged = () => new Error(`The backup is damaged: ${name} is not as it was written.`);
  const text = await cipher
    .decrypt(Readable.from([stored]))
    .then(textOf)
    .catch(() => {
      throw damaged();
    });
  const seal = await readFile(join(folder, sealNameOf(cipher)), 'utf8').catch(() => '');
  if (!isSame(seal.trim(), cipher.seal(text))) throw damaged();
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw damaged();
  }
  return checkManifest(read);
}

/**
 * Reads the backup in a folder, and verifies every byte.
 * @param key the setting BACKUP_KEY
 * @throws Error that names a missing, damaged, unknown or invalid part
 */
export async function checkBackup(folder: string, key?: string): Promise<CheckedBackup> {
  const cipher = await cipherOf(folder, key);
  const manifest = await readManifest(folder, cipher);
  const parts: StoredFile[] = [...manifest.tables, ...manifest.files];
  const ownFiles = [manifestName + cipher.suffix, sealNameOf(cipher), ...(cipher.suffix === '' ? [] : [keyName])];
  const known = new Set([...ownFiles, ...parts.map(({ path }) => path + cipher.suffix)]);
  // Before any part is opened: a link could lead out of the folder.
  for (const path of await listFiles(folder, refuseLinks))
    if (!known.has(path)) throw new Error(`The backup contains a file that is not in its manifest: ${path}.`);
  for (const { path, bytes, sha256 } of parts) {
    const hash = createHash('sha256');
    let read = 0;
    await pipeline(createReadStream(join(folder, path + cipher.suffix)), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        read += chunk.length;
        hash.update(chunk);
      }
    }).catch(() => {
      throw new Error(`The backup is damaged: ${path} cannot be read.`);
    });
    if (read !== bytes || hash.digest('hex') !== sha256)
      throw new Error(`The backup is damaged: ${path} is not as it was written.`);
  }
  return { manifest, cipher };
}

const refuseLinks = (path: string) => {
  throw new Error(`The backup cannot be trusted: ${path} is neither a file nor a folder. Nothing was restored.`);
};

/** The paths of all files below a folder; empty if there is no folder. Links are not followed. */
export async function listFiles(folder: string, onOther: (path: string) => void = () => undefined): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  const pathOf = ({ parentPath, name }: (typeof entries)[number]) => join(parentPath, name).slice(folder.length + 1);
  for (const entry of entries) if (!entry.isFile() && !entry.isDirectory()) onOther(pathOf(entry));
  return entries.filter((entry) => entry.isFile()).map(pathOf);
}

/** Creates a folder with access for this account only. @throws Error if it is not empty */
export async function makeEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty.`);
}
