import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createCaller } from '../../../../test/caller.ts';
import { aShop } from '../../../../test/shop.ts';
import { createTestApp, openTestApp } from '../../../../test/test-app.ts';
import { loadConfig } from '../config/config.ts';
import { loadSecret } from './secret.ts';

const app = await createTestApp();
const root = await mkdtemp(join(tmpdir(), 'tillhouse-secret-'));
after(() => rm(root, { recursive: true, force: true }));

let folders = 0;
const aConfig = () => loadConfig({ DATA_DIR: join(root, String(++folders)) });
const load = (config: ReturnType<typeof loadConfig>) => loadSecret(config, app.database.global);

test('creates the key once, readable only by its owner', async () => {
  const config = aConfig();
  const secret = await load(config);
  assert.ok(secret.length >= 43);
  assert.equal(await load(config), secret);
  assert.equal((await stat(join(config.data_dir, 'keys/signing-key'))).mode & 0o777, 0o600);
  assert.notEqual(await load(aConfig()), secret);
});

test('a process that was killed while it created the key does not block the next one', async () => {
  const config = aConfig();
  await mkdir(join(config.data_dir, 'keys'), { recursive: true });
  await writeFile(join(config.data_dir, 'keys/signing-key.part'), 'half');
  assert.ok((await load(config)).length >= 43);
});

test('reports a damaged key file, and does not replace it', async () => {
  const config = aConfig();
  await mkdir(join(config.data_dir, 'keys'), { recursive: true });
  await writeFile(join(config.data_dir, 'keys/signing-key'), '');
  await assert.rejects(load(config), /signing key in .* is damaged/);
});

test('reads a key of 32 characters, with a line end behind it, and no shorter one', async () => {
  const config = aConfig();
  await mkdir(join(config.data_dir, 'keys'), { recursive: true });
  const path = join(config.data_dir, 'keys/signing-key');
  await writeFile(path, `${'k'.repeat(32)}\n`, { mode: 0o600 });
  assert.equal(await load(config), 'k'.repeat(32));
  await writeFile(path, `${'k'.repeat(31)}\n\n`);
  await assert.rejects(load(config), {
    message: `The signing key in ${path} is damaged. Remove the file to create a new one; API keys, webhook secrets and authenticator apps are then lost.`,
  });
});

test('removes the access of other accounts to a key file, and logs it', async () => {
  const config = aConfig();
  const secret = await load(config);
  const path = join(config.data_dir, 'keys/signing-key');
  await chmod(path, 0o644);
  const warnings: object[] = [];
  const log = { warn: (fields: object) => warnings.push(fields) };
  assert.equal(await loadSecret(config, app.database.global, log), secret);
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.deepEqual(warnings, [{ path, mode: '644' }]);
  await loadSecret(config, app.database.global, log);
  assert.equal(warnings.length, 1);
});

test('rejects a key file that is a symbolic link', async () => {
  const config = aConfig();
  await load(config);
  const path = join(config.data_dir, 'keys/signing-key');
  await rename(path, `${path}.elsewhere`);
  await symlink(`${path}.elsewhere`, path);
  await assert.rejects(load(config), /signing-key is a symbolic link/);
});

test('on a shared database all processes use the key of the first process', async () => {
  const config = loadConfig({ DATABASE_URL: 'postgres://database/shared' });
  const secret = await Promise.all(Array.from({ length: 8 }, () => load(config)));
  assert.equal(new Set(secret).size, 1);
});

test('a new signing key invalidates access tokens and API keys; a session continues with its refresh token', async () => {
  const { owner } = await aShop(app);
  const { email } = (await owner.get('/auth/me')).body.data;
  const { refresh_token } = (await app.anonymous.post('/auth/login', { email, password: 'correct horse battery' })).body
    .data;
  const { key } = (await owner.post('/api-keys', { name: 'Scale', permissions: ['catalogue:read'] })).body.data;
  const restarted = await openTestApp(app.connection, { secret: 'another secret, 32 characters and more' });
  after(() => restarted.close());
  const bearer = (token: string) => createCaller(restarted.fastify, { authorization: `Bearer ${token}` });
  assert.equal((await createCaller(restarted.fastify, owner.headers).get('/auth/me')).status, 401);
  assert.equal((await bearer(key).get('/products')).status, 401);
  const refreshed = await restarted.anonymous.post('/auth/refresh', { refresh_token });
  assert.equal(refreshed.status, 200, refreshed.text);
  assert.equal((await bearer(refreshed.body.data.access_token).get('/auth/me')).status, 200);
});
