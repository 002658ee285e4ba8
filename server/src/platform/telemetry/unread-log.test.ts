import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';

const lines = 60_000;
const log = new URL('log.ts', import.meta.url).href;

/** A process that logs many lines, tells its memory, and ends when it is told to. It may log one line before its end. */
const program = `
  import { createLog } from '${log}';
  const log = createLog('info');
  for (let at = 0; at < ${lines}; at += 1) {
    log.info({ at, text: 'x'.repeat(200) }, 'answered');
    if (at % 100 === 0) await new Promise(setImmediate);
  }
  process.stderr.write(String(process.memoryUsage().rss));
  for await (const command of process.stdin) {
    if (String(command) === 'end') process.exit(0);
    else log.info('the last one');
  }
`;

function start(t: TestContext) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'pipe' });
  t.after(() => child.kill('SIGKILL'));
  let read = '';
  return {
    child,
    /** The reader of the log begins to read. */
    readOn: () => child.stdout.on('data', (chunk: Buffer) => (read += chunk.toString())),
    hasWritten: (text: string) => read.includes(text),
    written: () =>
      read
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as { msg: string; dropped?: number }),
  };
}

test('lines that are not read are dropped, counted and told, and the process goes on', async (t) => {
  const { child, readOn, hasWritten, written } = start(t);
  // The program has logged everything, and its pipe takes a part of it.
  const [memory] = await once(child.stderr, 'data');
  assert.ok(Number(memory) > 0);
  readOn();
  while (!hasWritten('"dropped"') && !hasWritten(`"at":${lines - 1},`)) await once(child.stdout, 'data');
  child.stdin.write('log');
  while (!hasWritten('the last one')) await once(child.stdout, 'data');
  child.stdin.write('end');
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
  const all = written();
  const answered = all.filter(({ msg }) => msg === 'answered').length;
  const told = all.filter(({ dropped }) => dropped !== undefined);
  assert.ok(answered > 10_000 && answered < lines, `${answered} lines were written`);
  assert.equal(answered + told.reduce((sum, { dropped = 0 }) => sum + dropped, 0), lines);
  assert.match(String(told[0]?.msg), /log/);
});

test('the process ends although its log is not read', async (t) => {
  const { child } = start(t);
  await once(child.stderr, 'data');
  child.stdin.write('end');
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
});
