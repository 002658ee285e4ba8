import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { command } from '../../../../proof/backup/commands.ts';
import { checkBackup } from './manifest.ts';

const root = await mkdtemp(join(tmpdir(), 'tillhouse-hostile-'));
after(() => rm(root, { recursive: true, force: true }));

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const content = 'ssh-ed25519 of an attacker';
const file = (path: string) => ({ path, bytes: content.length, sha256: sha256(content) });

let made = 0;

/** A forged backup with valid digests. */
async function aForgedBackup(files: { path: string }[], tables: object[] = []): Promise<string> {
  const folder = join(root, String(++made), 'backup');
  for (const { path } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const text = JSON.stringify({ format: 1, created_at: new Date().toISOString(), migrations: [], tables, files });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'manifest.json'), text);
  await writeFile(join(folder, 'manifest.sha256'), sha256(text));
  return folder;
}

test('rejects a manifest with a path outside the expected folders', async () => {
  for (const path of [
    '../authorized_keys',
    'files/../../authorized_keys',
    'files/../keys/signing-key',
    'authorized_keys',
    'database/postgresql.conf',
    'files/.ssh/config',
    'files//two',
    'files/a\\b',
    'files',
    'files/',
  ]) {
    const folder = await aForgedBackup([file(path)].filter(() => !/\/$|^files$/.test(path)));
    await rewrite(folder, (manifest) => ({ ...manifest, files: [file(path)] }));
    await assert.rejects(checkBackup(folder), /cannot be trusted.*is no file in keys or files/, path);
  }
  const absolute = await aForgedBackup([]);
  await rewrite(absolute, (manifest) => ({ ...manifest, files: [file(join(root, 'outside'))] }));
  await assert.rejects(checkBackup(absolute), /cannot be trusted/);
});

async function rewrite(folder: string, change: (manifest: Record<string, unknown>) => object): Promise<void> {
  const text = JSON.stringify(change(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))));
  await writeFile(join(folder, 'manifest.json'), text);
  await writeFile(join(folder, 'manifest.sha256'), sha256(text));
}

test('writes nothing in or beside DATA_DIR when a hostile backup is restored', async () => {
  const folder = await aForgedBackup([]);
  await writeFile(join(folder, '../authorized_keys'), content);
  await rewrite(folder, (manifest) => ({ ...manifest, files: [file('../authorized_keys')] }));
  const parent = join(root, 'parent');
  await mkdir(parent);
  const { code, said: output } = await command('restore', [folder], { DATA_DIR: join(parent, 'data') });
  assert.deepEqual([code, await readdir(parent)], [2, []], output);
  assert.match(output, /cannot be trusted/);
});

test('rejects a table with another file, and a path that occurs twice', async () => {
  const table = { name: 'users', columns: ['id'], rows: 0, content_sha256: sha256(''), ...file('../users.zst') };
  await assert.rejects(checkBackup(await aForgedBackup([], [table])), /is not the path of a table/);
  const twice = await aForgedBackup([file('files/a')]);
  for (const path of ['files/a', 'files/A']) {
    await rewrite(twice, (manifest) => ({ ...manifest, files: [file('files/a'), file(path)] }));
    await assert.rejects(checkBackup(twice), /names files\/[aA] twice/);
  }
});

test('rejects a backup with a symbolic link to a file or folder', async () => {
  const secret = join(root, 'secret');
  await writeFile(secret, content);
  const linked = await aForgedBackup([file('files/a')]);
  await rm(join(linked, 'files/a'));
  await symlink(secret, join(linked, 'files/a'));
  await assert.rejects(checkBackup(linked), /files\/a is neither a file nor a folder/);
  const below = await aForgedBackup([file('files/a')]);
  await rm(join(below, 'files'), { recursive: true });
  await symlink(dirname(secret), join(below, 'files'));
  await assert.rejects(checkBackup(below), /files is neither a file nor a folder/);
});

test('prints the help of every command and changes nothing', async () => {
  for (const name of ['backup', 'restore', 'doctor', 'distribute'] as const) {
    const { code, said: output } = await command(name, ['--help'], { DATA_DIR: join(root, 'untouched') });
    assert.equal(code, 0, output);
    assert.match(output, new RegExp(`^Usage: npm run ${name}`));
  }
  assert.ok(!(await readdir(root)).includes('untouched'));
});
