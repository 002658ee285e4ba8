import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';

/** How the parts of a backup are written and read: plain or encrypted. */
export interface BackupCipher {
  /** The suffix of file names. */
  suffix: '' | '.age';
  encrypt(content: Readable): Promise<Readable>;
  decrypt(content: Readable): Promise<Readable>;
  /** The digest of the manifest's text; with a key, a message authentication code. */
  seal(text: string): string;
}

/** Leaves the bytes unchanged. The seal reveals damage, but does not prove who wrote the backup. */
export const plainCipher: BackupCipher = {
  suffix: '',
  encrypt: async (content) => content,
  decrypt: async (content) => content,
  seal: (text) => createHash('sha256').update(text).digest('hex'),
};

export const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** An attempt to guess a passphrase takes 128 MiB and about a second. */
const work_factor = 17;
const passphraseAtLeast = 16;

const isRecipient = (key: string) => /^age1/.test(key);
const isIdentity = (key: string) => /^AGE-SECRET-KEY-/.test(key);

/**
 * The key of the authentication code, for writing and restoring: the passphrase, or the recipient, which is not secret.
 */
const sharedKeyOf = async (key: string) => (isIdentity(key) ? await identityToRecipient(key) : key);

/**
 * A cipher for a new backup. Each backup has a separate key pair, so that a passphrase is stretched only once. Its
 * private key is encrypted with the given key: an age recipient (`age1…`), an age identity (`AGE-SECRET-KEY-1…`), or a
 * passphrase.
 * @throws Error naming BACKUP_KEY if it cannot be used
 */
export async function createCipher(key: string): Promise<{ cipher: BackupCipher; key_file: Uint8Array }> {
  const own = await generateX25519Identity();
  const outer = new Encrypter();
  try {
    if (isIdentity(key) || isRecipient(key)) outer.addRecipient(isIdentity(key) ? await identityToRecipient(key) : key);
    else {
      if (key.length < passphraseAtLeast)
        throw new Error(
          `is a passphrase of fewer than ${passphraseAtLeast} characters: choose a longer one, or an age key`,
        );
      outer.setScryptWorkFactor(work_factor);
      outer.setPassphrase(key);
    }
    return { cipher: await cipherOf(own, key), key_file: await outer.encrypt(own) };
  } catch (error) {
    throw new Error(`BACKUP_KEY ${error instanceof Error ? error.message : 'cannot be used'}`);
  }
}

/** The cipher of an existing backup. @throws Error if the key does not belong to it */
export async function openCipher(key: string, key_file: Uint8Array): Promise<BackupCipher> {
  if (isRecipient(key))
    throw new Error(
      'BACKUP_KEY is a recipient (age1…): it can only encrypt. To restore, set the identity that belongs to it (AGE-SECRET-KEY-1…).',
    );
  const outer = new Decrypter();
  let own: string;
  try {
    if (isIdentity(key)) outer.addIdentity(key);
    else outer.addPassphrase(key);
    own = await outer.decrypt(key_file, 'text');
  } catch {
    throw new Error(
      'The backup cannot be opened: BACKUP_KEY is not the key that it was made with, or its key file is damaged.',
    );
  }
  return cipherOf(own, key);
}

async function cipherOf(own: string, key: string): Promise<BackupCipher> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(own));
  const decrypter = new Decrypter();
  decrypter.addIdentity(own);
  const sealing = createHmac('sha256', own)
    .update(await sharedKeyOf(key))
    .digest();
  return {
    suffix: '.age',
    encrypt: async (content) => Readable.fromWeb((await encrypter.encrypt(toWeb(content))) as ReadableStream),
    decrypt: async (content) => Readable.fromWeb((await decrypter.decrypt(toWeb(content))) as ReadableStream),
    seal: (text) => createHmac('sha256', sealing).update(text).digest('hex'),
  };
}

const toWeb = (content: Readable) => Readable.toWeb(content) as unknown as globalThis.ReadableStream<Uint8Array>;
