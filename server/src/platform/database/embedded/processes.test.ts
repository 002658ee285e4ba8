import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { until } from '../../../../../test/until.ts';
import { endProcesses, isRunning } from './processes.ts';

/** A process that ends some time after SIGINT, like a database that still writes its checkpoint. */
async function aSlowProcess(takes_ms: number) {
  const program = `process.on('SIGINT', () => setTimeout(() => process.exit(0), ${takes_ms})); setInterval(() => undefined, 1000); console.log('ready')`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const { pid = 0 } = child;
  return { ended: once(child, 'exit'), find: async () => ((await isRunning(pid)) ? [pid] : []) };
}

// Other systems do not tell whether a process waits to be reaped.
const skip = process.platform !== 'linux';

test('a process that its parent has not reaped does not run any more', { skip }, async () => {
  // The program that takes the place of the shell knows nothing of the shell's child.
  const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 600'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = await once(parent.stdout, 'data');
  const pid = Number(said);
  await until(async () => !(await isRunning(pid)));
  assert.equal(process.kill(pid, 0), true, 'its id is still in use');
  assert.equal(await isRunning(parent.pid ?? 0), true);
  parent.kill('SIGKILL');
  await once(parent, 'exit');
});

test('waits for a server that stops slowly', async () => {
  const { ended, find } = await aSlowProcess(6_000);
  assert.equal(await endProcesses(find, { fast_stop_ms: 60_000 }), true);
  assert.deepEqual(await ended, [0, null]);
});

test('kills a server that does not stop in time', async () => {
  const { ended, find } = await aSlowProcess(600_000);
  assert.equal(await endProcesses(find, { fast_stop_ms: 100 }), true);
  const [code, signal] = await ended;
  assert.ok(signal !== null || code !== 0, `ended with ${code}, ${signal}`);
});
