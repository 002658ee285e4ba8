import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { until } from '../../../../../test/until.ts';
import { launch, run, type ServerOptions } from './server-process.ts';

const folder = await mkdtemp(join(tmpdir(), 'tillhouse-process-'));
after(() => rm(folder, { recursive: true, force: true }));

/** Options with which a program of the server is this script of a shell. */
async function optionsFor(program: string, script: string): Promise<ServerOptions> {
  await mkdir(join(folder, 'bin'), { recursive: true });
  await writeFile(join(folder, 'bin', program), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const common = { account: undefined, unsafe: true, connections: 100, fast_stop_ms: undefined };
  return { ...common, engine: folder, data: folder, sockets: folder };
}

const skip = process.platform === 'win32';
const runScript = async (script: string) => run(await optionsFor('a-program', script), 'a-program', []);
const silent = { info: () => undefined, warn: () => undefined };

test('a program that fails is reported with the end of its output', { skip }, async () => {
  assert.equal(await runScript('echo " it is done"'), undefined);
  assert.equal(await runScript('echo " it is wrong" >&2; exit 3'), 'it is wrong');
  assert.equal(await runScript('exit 3'), 'a-program ended with 3');
  const long = await runScript(`printf 'first%05000d' 7 >&2; exit 1`);
  assert.equal(long, '7'.padStart(4_000, '0'));
  assert.match((await run(await optionsFor('a-program', ''), 'no-program', [])) ?? '', /ENOENT/);
});

test('a server that ends before it is ready is reported with its output', { skip }, async () => {
  await assert.rejects(launch(await optionsFor('postgres', 'echo " no memory" >&2; exit 1'), silent), {
    message: 'The database server did not start: no memory',
  });
  await assert.rejects(launch(await optionsFor('postgres', 'exit 1'), silent), {
    message: 'The database server did not start: it ended at once',
  });
});

test('logs every ten seconds that a server is not ready yet', { skip }, async (context) => {
  const options = await optionsFor('postgres', 'while [ -e bin ] && [ ! -e stop ]; do sleep 0.02; done; exit 1');
  let now = 0;
  let looks = 0;
  context.mock.method(performance, 'now', () => {
    looks += 1;
    return now;
  });
  const waits: unknown[] = [];
  const launched = assert.rejects(launch(options, { ...silent, warn: (fields) => waits.push(fields) }));
  const lookAt = async (ms: number) => {
    const before = looks;
    now = ms;
    while (looks < before + 3) await new Promise(setImmediate);
    return waits.length;
  };
  await until(() => looks > 0);
  const counts = [];
  for (const ms of [9_999, 10_000, 19_999, 20_000]) counts.push(await lookAt(ms));
  assert.deepEqual(counts, [0, 1, 1, 2]);
  assert.deepEqual(waits, [{ waited_s: 10 }, { waited_s: 20 }]);
  await writeFile(join(folder, 'stop'), '');
  await launched;
});
