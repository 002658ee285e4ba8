import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const folder = await mkdtemp(join(tmpdir(), 'tillhouse-runner-'));
after(() => rm(folder, { recursive: true, force: true }));

/** Runs a test file with this source as the whole check would, with short limits. */
async function run(name: string, source: string): Promise<{ code: number | null; said: string }> {
  const file = join(folder, `${name}.test.ts`);
  await writeFile(file, source);
  const group = join(folder, `${name}-group.test.mjs`);
  const runner = new URL('one-by-one.ts', import.meta.url).href;
  await writeFile(
    group,
    `import { runOneByOne } from '${runner}';\nawait runOneByOne('${folder}', ['${file}'], { blocked_ms: 3000, grace_ms: 500, test_ms: 3000 });\n`,
  );
  const env = { ...process.env };
  // Node passes over a test run inside of another.
  delete env.NODE_TEST_CONTEXT;
  const child = spawn(process.execPath, ['--test', '--test-reporter=spec', group], { env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said };
}

const header = `import { test } from 'node:test';\n`;

test('passes a file that closes what it opened', async () => {
  const { code, said } = await run(
    'fine',
    `${header}test('sleeps', () => new Promise((resolve) => setTimeout(resolve, 700)));`,
  );
  assert.equal(code, 0, said);
});

test('names a file that leaves the clock replaced', async () => {
  const source = (left: string) =>
    `${header}test('stops the clock', ({ mock }) => { mock.method(performance, 'now', () => 1); ${left} });`;
  const { code, said } = await run('clock', source("mock.method(performance, 'now', () => 2);"));
  assert.equal(code, 1, said);
  assert.match(said, /It has left performance\.now replaced/);
  const restored = await run('restored', source(''));
  assert.equal(restored.code, 0, restored.said);
});

test('ends and names a file that leaves a handle open, with its child processes', async () => {
  const { code, said } = await run(
    'open',
    `${header}import { spawn, spawnSync } from 'node:child_process';
     test('leaves a timer and a process', () => { setInterval(() => undefined, 1000); console.log('child ' + spawn('sleep', ['600'], { stdio: 'inherit' }).pid); });`,
  );
  assert.equal(code, 1);
  assert.match(said, /open\.test\.ts did not end 0\.5 s after its last test and was ended\. Still open: .*Timeout/);
  const [, pid] = /child (\d+)/.exec(said) ?? [];
  // Gone, or ended and not yet collected by the process that inherited it.
  assert.match(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim(), /^(Z.*)?$/);
});

test('ends and names a test that never settles, although its file keeps working', async () => {
  const { code, said } = await run(
    'hanging',
    `${header}test('waits for ever', () => { setInterval(() => undefined, 100); return new Promise(() => undefined); });`,
  );
  assert.equal(code, 1);
  assert.match(said, /waits for ever/);
  assert.match(said, /timed out after 3000ms/);
  assert.match(said, /hanging\.test\.ts did not end/);
});

test('ends and names a file that blocks the event loop', async () => {
  const { code, said } = await run('blocked', `${header}test('spins', () => { for (;;); });`);
  assert.equal(code, 1);
  assert.match(said, /blocked\.test\.ts blocked the event loop for 3 s and was ended/);
});
