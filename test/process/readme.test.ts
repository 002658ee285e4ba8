import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { startService } from '../../demo/service.ts';
import { aPlace } from './place.ts';

/** Runs the commands of the README as they are printed, in one shell. Only the port differs. */

const place = await aPlace();
const service = await startService(place.env);
after(async () => {
  await service.stop();
  await place.remove();
});

const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);

function bash(script: string): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = spawn('bash', ['-eu', '-o', 'pipefail', '-c', script], { env: process.env });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    child.once('exit', (code) => resolve({ code, out, err }));
  });
}

test('returns the documented response for every example of the README', async () => {
  // Each response on a separate line.
  const script = blocks.join('\n').replaceAll('http://127.0.0.1:3000', service.url).replace(/^curl/gm, 'echo; curl');
  const { code, out, err } = await bash(script);
  assert.equal(code, 0, err);
  const answers = out
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  assert.equal(answers.length, [...blocks.join('\n').matchAll(/^curl/gm)].length);
  const [registered, sale, preview, refund, movements, loyalty, report, refused] = answers;
  assert.equal(registered.data.email, 'mia@example.com');
  assert.deepEqual([sale.data.total_amount, sale.data.change, sale.data.status], [23.7, 6.3, 'completed']);
  assert.deepEqual([preview.data.amount, preview.data.id], [7.9, null]);
  assert.deepEqual([refund.data.amount, refund.data.transaction_status], [7.9, 'partially_refunded']);
  assert.deepEqual(
    movements.data.map((movement: { type: string; quantity: number; balance: number }) => [
      movement.type,
      movement.quantity,
      movement.balance,
    ]),
    [
      ['refund', 1, 38],
      ['sale', -3, 37],
      ['initial', 40, 40],
    ],
  );
  assert.deepEqual([loyalty.data.points, loyalty.data.tier], [15, 'bronze']);
  assert.deepEqual([report.data.total_sales, report.data.refunds, report.data.series.length], [15.8, 7.9, 1]);
  assert.ok(readme.includes(JSON.stringify(refused)), JSON.stringify(refused));
});
