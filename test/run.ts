import { spawn } from 'node:child_process';
import { glob, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { unpackBrowser } from './browser/browser.ts';
import { startedBeforeVariable, startOnce } from './process/place.ts';
import { needsBrowser, needsProcess, writeGroups } from './runner/groups.ts';
import { testServerVariable, withServer } from './server.ts';

/**
 * The whole check, fast parts first; stops at the first part that fails.
 *   npm test                 everything
 *   npm run check            what needs neither database nor browser
 *   npm test -- <path> …     the test files below these paths
 * TEST_DATABASE_URL names a server to test on, instead of the one that comes along.
 */
const root = new URL('..', import.meta.url).pathname;
const temporary = await mkdtemp(join(tmpdir(), 'tillhouse-run-'));

const quick: [string, string[]][] = [
  ['format and lint', ['biome', 'check', '--error-on-warnings']],
  ['imports', ['depcruise', 'client/src', 'core/src', 'server/src', 'web/src']],
  ['types', ['tsc', '-p', '.']],
  ['types of the pages', ['tsc', '-p', 'web']],
  ['types of their tests', ['tsc', '-p', 'web/tsconfig.test.json']],
  ['promises', ['node', 'test/runner/floating-promises.ts']],
];
/** Tests that start the service, or open it in a browser, need the built pages. */
const buildPages = () => step('pages', ['node', 'web/build.ts']);

async function main(): Promise<void> {
  const [mode = 'all', ...paths] = process.argv.slice(2);
  if (paths.length > 0) {
    await buildPages();
    const files = await testFilesBelow(paths);
    return withTestServer(files, async (env) => step('tests', await nodeTest(files), env));
  }
  for (const [title, command] of quick) await step(title, command);
  await step('unit', await nodeTest(await testFiles(isUnit)));
  if (mode === 'check') return;
  await buildPages();
  const files = await testFiles((file) => !isUnit(file) && !needsQuiet(file) && !needsBrowser(file));
  await withTestServer(files, async (env) => {
    await step('API on PostgreSQL, and processes', await nodeTest(files), env);
    await step('under load', await nodeTest(await testFiles(needsQuiet), 1), env);
    await step('browser', await nodeTest(await testFiles(needsBrowser)), env);
  });
}

/** Provides a database server, and the result of a service's first start if a file starts services. */
const withTestServer = (files: readonly string[], work: (env: Record<string, string>) => Promise<void>) =>
  withServer(async (server) => {
    const env: Record<string, string> = { [testServerVariable]: JSON.stringify(server) };
    if (files.some((file) => needsProcess(file))) {
      const data = join(temporary, 'started');
      await startOnce(data);
      env[startedBeforeVariable] = data;
    }
    await work(env);
  });

/** Tests of conventions that read nothing but the source. */
const readsSource = new Set(
  `configuration coverage dependencies documents event-types glossary idempotent-requests image imports
    languages limits openapi pages-of-lists prices rights security style-sheets writers`.split(/\s+/),
);

/** Needs neither database nor socket. */
const isUnit = (file: string) =>
  /rules\.test\.ts$/.test(file) ||
  file.startsWith('core/') ||
  /^client\/src\/(request|send)\.test\.ts$/.test(file) ||
  file.startsWith('web/src/') ||
  file.startsWith('server/src/core/') ||
  (file.startsWith('test/conventions/') && readsSource.has(basename(file, '.test.ts')));

/** Sends more than the machine can serve, and compares times, so nothing else may run beside it. */
const needsQuiet = (file: string) => file.startsWith('proof/network/');

async function testFiles(isWanted: (file: string) => boolean): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob('{core,server/src,test,proof,demo,client,web,bench}/**/*.test.ts', { cwd: root })) {
    if (!file.includes('node_modules') && isWanted(file)) files.push(file);
  }
  return files.sort();
}

async function testFilesBelow(paths: string[]): Promise<string[]> {
  const cleaned = paths.map((path) => path.replace(/^\.\//, ''));
  return testFiles((file) => cleaned.some((path) => file.startsWith(path)));
}

/** Twice the cores: a test file waits for about half of its time, for the database or for a process. */
const filesAtOnce = availableParallelism() * 2;

async function nodeTest(files: string[], atOnce = filesAtOnce): Promise<string[]> {
  if (files.length === 0) throw new Error('no test files found');
  if (files.some(needsBrowser)) await unpackBrowser();
  return [
    'node',
    '--test',
    `--test-concurrency=${atOnce}`,
    `--test-reporter=${process.env.CI ? 'spec' : 'dot'}`,
    ...(await writeGroups(root, files, temporary)),
  ];
}

function step(title: string, [program = '', ...args]: string[], env: Record<string, string> = {}): Promise<void> {
  console.log(`\n── ${title}`);
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    child.once('error', reject);
    child.once('exit', (code) => {
      console.log(
        `── ${title}: ${code === 0 ? 'passed' : 'FAILED'} after ${((performance.now() - started) / 1_000).toFixed(1)} s`,
      );
      if (code === 0) resolve();
      else reject(new Error(`${title} failed`));
    });
  });
}

/** All test processes load the same modules: the first one compiles them for the others. */
process.env.NODE_COMPILE_CACHE = join(temporary, 'compiled');
try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(temporary, { recursive: true, force: true });
}
