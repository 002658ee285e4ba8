import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startService } from '../../demo/service.ts';
import { findProgram } from '../find-program.ts';
import { freePort } from '../free-port.ts';
import { testServer } from '../test-app.ts';
import { connect } from './connection.ts';
import { aPlace } from './place.ts';
import { aSharedDatabase } from './shared-database.ts';

/** Runs the service with PgBouncer in front of its database, if that is installed. */

const program = await findProgram(['pgbouncer']);
const skip = program === undefined && 'no pgbouncer is installed';
const place = await aPlace();
const database = await aSharedDatabase();
const folder = await mkdtemp(join(tmpdir(), 'tillhouse-pooler-'));
await chmod(folder, 0o777);
after(async () => {
  await database.remove();
  await place.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Starts PgBouncer in a pooling mode. */
async function aPooler(mode: 'session' | 'transaction'): Promise<{ address: string; close(): Promise<unknown> }> {
  const { host = '', port = 5432, user = '' } = testServer();
  const pooler_port = await freePort();
  const file = join(folder, `${mode}.ini`);
  const settings = [
    '[databases]',
    `${database.name} = host=${host} port=${port} user=${user}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1\nlisten_port = ${pooler_port}\nunix_socket_dir =`,
    `auth_type = any\npool_mode = ${mode}\ndefault_pool_size = 40\nignore_startup_parameters = options,extra_float_digits`,
  ];
  await writeFile(file, `${settings.join('\n')}\n`);
  // PgBouncer does not run as root.
  const child = spawn(program ?? '', [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (output: Buffer) => output.includes('process up') && resolve());
    child.once('exit', () => reject(new Error('pgbouncer ended')));
  });
  return {
    address: `postgres://${user}@127.0.0.1:${pooler_port}/${database.name}`,
    async close() {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

test('supports session pooling with two processes and concurrent merchants', { skip }, async () => {
  const pooler = await aPooler('session');
  const service = await startService({ ...place.env, DATABASE_URL: pooler.address, WORKERS: '2' });
  const connections = [connect(service.url), connect(service.url), connect(service.url), connect(service.url)];
  await Promise.all(
    connections.map(async (one, at) => {
      const person = { email: `pooled${at}@example.com`, password: 'a good long password' };
      await one.call('POST', '/api/v1/auth/register', { body: { ...person, name: 'Paula' } });
      const { access_token: token } = (await one.call('POST', '/api/v1/auth/login', { body: person })).body.data;
      for (let turn = 1; turn <= 20; turn += 1) {
        assert.equal((await one.call('POST', '/api/v1/customers', { token, body: { name: `Of ${at}` } })).status, 201);
        const { body } = await one.call('GET', '/api/v1/customers', { token });
        assert.deepEqual([body.meta.total, body.data[0].name], [turn, `Of ${at}`]);
      }
    }),
  );
  for (const one of connections) one.close();
  assert.equal(await service.stop(), 0);
  await pooler.close();
});

test('does not start with transaction pooling, and names the reason', { skip }, async () => {
  const pooler = await aPooler('transaction');
  const starting = startService({ ...place.env, DATABASE_URL: pooler.address });
  await assert.rejects(
    starting,
    /DATABASE_URL: a pooler sends the statements of one connection to several sessions. Set it to session pooling/,
  );
  await pooler.close();
});
