import assert from 'node:assert/strict';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { onDatabase } from '../../../../test/admin.ts';
import { anEmptyDatabase } from '../../../../test/empty-database.ts';
import { migrate } from '../database/migration/migrate.ts';
import { prepareServiceRole } from '../database/migration/service-role.ts';
import { createCipher, openCipher } from './encryption.ts';
import { makeBackup } from './make-backup.ts';
import { checkBackup, listFiles } from './manifest.ts';
import { restoreDatabase, restoreFiles } from './restore-backup.ts';

const quiet = { info: () => undefined };
const root = await mkdtemp(join(tmpdir(), 'tillhouse-encrypted-'));
after(() => rm(root, { recursive: true, force: true }));

const secret = 'a secret of the shop';
/** Larger than one chunk of a stream. */
const picture = Buffer.alloc(300_000, 'picture ');
let made = 0;
const shop = await anEmptyDatabase();
await migrate(await prepareServiceRole(shop), quiet);
await onDatabase(shop, (client) => client.query('insert into service_secrets (name, value) values ($1, $1)', [secret]));
const data_dir = join(root, 'data');
await mkdir(join(data_dir, 'files/images/a'), { recursive: true });
await mkdir(join(data_dir, 'keys'));
await writeFile(join(data_dir, 'files/images/a/b.png'), picture);
await writeFile(join(data_dir, 'keys/signing-key'), secret);

async function aBackup(key?: string): Promise<string> {
  const target = join(root, `backup-${++made}`);
  await onDatabase(shop, (client) => makeBackup(client, { data_dir, target, key }));
  return target;
}

const passphrase = 'correct horse battery staple';

test('restores an encrypted backup unchanged, and only with its key', async () => {
  const identity = await generateIdentity();
  const recipient = await identityToRecipient(identity);
  for (const [writeKey, readKey] of [
    [passphrase, passphrase],
    [identity, identity],
    [recipient, identity],
  ] as const) {
    const source = await aBackup(writeKey);
    for (const path of await listFiles(source)) {
      const bytes = await readFile(join(source, path));
      for (const plain of [secret, 'picture picture', 'service_secrets'])
        assert.ok(!bytes.includes(plain), `${path} contains ${plain}`);
    }
    await assert.rejects(checkBackup(source), /is encrypted: set BACKUP_KEY/);
    await assert.rejects(checkBackup(source, await generateIdentity()), /BACKUP_KEY is not the key/);
    if (writeKey === passphrase)
      await assert.rejects(checkBackup(source, 'an entirely different passphrase'), /BACKUP_KEY is not the key/);
    await assert.rejects(checkBackup(source, recipient), /it can only encrypt/);
    const backup = await checkBackup(source, readKey);
    const target_database = await anEmptyDatabase();
    await restoreDatabase(target_database, { source, ...backup }, quiet);
    const { rows } = await onDatabase(target_database, (client) =>
      client.query('select value from service_secrets where name = $1', [secret]),
    );
    assert.deepEqual(rows, [{ value: secret }]);
    const restored = join(root, `restored-${made}`);
    await restoreFiles({ source, ...backup }, restored);
    assert.ok((await readFile(join(restored, 'files/images/a/b.png'))).equals(picture));
    assert.equal(await readFile(join(restored, 'keys/signing-key'), 'utf8'), secret);
  }
});

test('rejects an encrypted backup with any change', async () => {
  const identity = await generateIdentity();
  const source = await aBackup(identity);
  for (const path of await readdir(source, { recursive: true })) {
    if (!/\.(age|hmac)$/.test(path)) continue;
    const before = await readFile(join(source, path));
    await appendFile(join(source, path), 'x');
    await assert.rejects(checkBackup(source, identity), /The backup (is damaged|cannot be opened)/, path);
    await writeFile(join(source, path), before);
  }
  await checkBackup(source, identity);
});

test('rejects an unencrypted backup if a key is set, because it may have been replaced', async () => {
  await assert.rejects(checkBackup(await aBackup(), passphrase), /is not encrypted, but BACKUP_KEY is set/);
});

test('names an invalid key before anything is written', async () => {
  for (const key of ['too short', 'age1nonsense', 'AGE-SECRET-KEY-1NONSENSE']) {
    const target = join(root, `never-${++made}`);
    await assert.rejects(
      onDatabase(shop, (client) => makeBackup(client, { data_dir, target, key })),
      /^Error: BACKUP_KEY/,
      key,
    );
    assert.deepEqual(await readdir(target).catch(() => 'nothing'), 'nothing');
  }
});

test('accepts a passphrase of 16 characters, and no shorter one', async () => {
  const { key_file } = await createCipher('p'.repeat(16));
  await openCipher('p'.repeat(16), key_file);
  await assert.rejects(createCipher('p'.repeat(15)), {
    message: 'BACKUP_KEY is a passphrase of fewer than 16 characters: choose a longer one, or an age key',
  });
});
