import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createClient } from '../../demo/client.ts';
import { openShop, playSample, readReport } from '../../demo/load.ts';
import { readSample, sumsOf } from '../../demo/sample.ts';
import { type Service, startService } from '../../demo/service.ts';
import { brokenInvariants } from '../invariants.ts';
import { databasePid } from './database-pid.ts';
import { aPlace } from './place.ts';

/** The demo's day, with service, database or both killed outright in the middle of it, again and again. */

const place = await aPlace();
let service: Service = await startService(place.env);
after(async () => {
  await service.stop();
  await place.remove();
});

async function killAndRestart(turn: number): Promise<void> {
  const victims = turn % 3;
  const database = await databasePid(place.env.DATA_DIR);
  if (victims !== 1) process.kill(database, 'SIGKILL');
  if (victims !== 0) {
    const gone = new Promise((resolve) => service.process.once('exit', resolve));
    service.process.kill('SIGKILL');
    await gone;
    service = await startService(place.env);
  }
}

test('killed in the middle and restarted, nothing is lost and nothing doubled', async () => {
  const sample = await readSample();
  const client = createClient(service.url);
  await openShop(client);
  let playing = true;
  let sales = 0;
  let kills = 0;
  const nemesis = (async () => {
    let seen = 0;
    while (playing) {
      if (sales >= seen + 12) {
        seen = sales;
        await killAndRestart(kills);
        kills += 1;
      }
      await sleep(5);
    }
  })();
  await playSample(client, sample, (what, done) => {
    if (what === 'sales') sales = done;
  });
  playing = false;
  await nemesis;

  assert.ok(kills >= 4, `only ${kills} kills`);
  assert.ok(client.retries() > 0, 'no request met a kill');
  const report = await readReport(client);
  const sums = sumsOf(sample);
  assert.deepEqual(
    [Math.round(report.total_sales * 100), Math.round(report.refunds * 100), report.total_transactions, report.items_sold],
    [sums.total_pence, sums.refunds_pence, sums.transactions, sums.items],
  );
  const listed = await client.get('/transactions?limit=1');
  assert.equal(listed.meta.total, sums.transactions);
  const admin = new pg.Pool({ host: `${place.env.DATA_DIR}/pg`, user: 'tillhouse_owner', database: 'tillhouse' });
  const broken = await brokenInvariants(admin);
  await admin.end();
  assert.deepEqual(broken, []);
});
