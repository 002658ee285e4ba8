import { spawn } from 'node:child_process';
import { chmod, glob, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '../server/src/db/connection.ts';
import { startCluster } from '../server/src/db/embedded/cluster.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { prepareServiceRole } from '../server/src/db/service-role.ts';
import { asAdmin } from './admin.ts';

/**
 * The whole check, fast parts first; stops at the first part that fails.
 *   npm test                 everything
 *   npm run check            what needs neither database nor browser
 *   npm test -- <path> …     the test files below these paths
 * TEST_DATABASE_URL names a server to test on, instead of the one that comes along.
 */
const root = new URL('..', import.meta.url).pathname;
const quiet = { info: () => undefined, warn: (fields: object, message: string) => console.error(message, fields) };

const quick: [string, string[]][] = [
  ['format and lint', ['biome', 'check', '--error-on-warnings']],
  ['types', ['tsc', '-p', '.']],
];

async function main(): Promise<void> {
  const [mode = 'all', ...paths] = process.argv.slice(2);
  if (paths.length > 0) return withServer(async (env) => runTests(await filesBelow(paths), env));
  for (const [title, command] of quick) await step(title, command);
  await step('unit', await nodeTest(await testFiles((file) => isUnit(file))));
  if (mode === 'check') return;
  await withServer(async (env) => {
    await runTests(await testFiles((file) => !isUnit(file) && !file.includes('/browser/')), env);
    await step('browser', await nodeTest(await testFiles((file) => file.includes('/browser/'))), env);
  });
}

/** Needs neither database nor socket. */
const isUnit = (file: string) =>
  /rules\.test\.ts$/.test(file) || file.includes('/kernel/') || /nets\/(rooms|writers|coverage)\.test\.ts$/.test(file);

async function testFiles(wanted: (file: string) => boolean): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob('{server/src,test,proof,demo,client,web}/**/*.test.ts', { cwd: root })) {
    if (!file.includes('node_modules') && wanted(file)) files.push(file);
  }
  return files.sort();
}

async function filesBelow(paths: string[]): Promise<string[]> {
  const cleaned = paths.map((path) => path.replace(/^\.\//, ''));
  return testFiles((file) => cleaned.some((path) => file.startsWith(path)));
}

const runTests = async (files: string[], env: Record<string, string>) => step('api on PostgreSQL', await nodeTest(files), env);

async function nodeTest(files: string[]): Promise<string[]> {
  if (files.length === 0) throw new Error('no test files found');
  return [
    'node',
    '--test',
    '--test-concurrency=2',
    '--test-timeout=300000',
    `--test-reporter=${process.env.CI ? 'spec' : 'dot'}`,
    ...files,
  ];
}

/** The PostgreSQL of the run, with the migrated database that each test file clones. */
async function withServer(work: (env: Record<string, string>) => Promise<void>): Promise<void> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined) return withGivenServer(given, work);
  const folder = await mkdtemp(join(tmpdir(), 'tillhouse-test-'));
  // Others may pass: started by root, the server runs as an account of its own.
  await chmod(folder, 0o711);
  const data = join(folder, 'data');
  await mkdir(data);
  const cluster = await startCluster(data, quiet, { unsafe: true });
  try {
    await workOn(cluster.connection, work);
  } finally {
    await cluster.stop();
    if (process.exitCode === undefined || process.exitCode === 0) await rm(folder, { recursive: true, force: true });
  }
}

/** A server of somebody's, by the address of a superuser: only databases that the run makes are touched. */
async function withGivenServer(address: string, work: (env: Record<string, string>) => Promise<void>): Promise<void> {
  const { hostname, port, username, password } = new URL(address);
  const server: Connection = {
    host: decodeURIComponent(hostname),
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  };
  const template = `tillhouse_test_${process.pid}`;
  await asAdmin(server, (client) => client.query(`create database ${template} template template0 encoding 'UTF8'`));
  try {
    await workOn({ ...server, database: template }, work);
  } finally {
    await asAdmin(server, (client) => client.query(`drop database ${template}`));
  }
}

async function workOn(connection: Connection, work: (env: Record<string, string>) => Promise<void>): Promise<void> {
  await migrate(await prepareServiceRole(connection), quiet);
  await work({ TILLHOUSE_TEST_SERVER: JSON.stringify(connection) });
}

function step(title: string, [program = '', ...args]: string[], env: Record<string, string> = {}): Promise<void> {
  console.log(`\n── ${title}`);
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    child.once('error', reject);
    child.once('exit', (code) => {
      console.log(`── ${title}: ${code === 0 ? 'passed' : 'FAILED'} after ${((performance.now() - started) / 1_000).toFixed(1)} s`);
      if (code === 0) resolve();
      else reject(new Error(`${title} failed`));
    });
  });
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
