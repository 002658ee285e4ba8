import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { createClient } from '../../demo/client.ts';
import { openShop } from '../../demo/load.ts';
import { type Service, startService } from '../../demo/service.ts';
import { brokenInvariants } from '../invariants.ts';
import { aReceiver } from '../receiver.ts';
import { until } from '../until.ts';
import { aPlace } from './place.ts';

/** Writers, a receiver that does everything wrong, and a service that is killed outright among them: in the end nothing went unheard. */

const place = await aPlace();
const env = { ...place.env, LOG_LEVEL: 'warn', WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8' };
let service: Service = await startService(env);
const receiver = await aReceiver();
after(async () => {
  await service.stop();
  await receiver.close();
  await place.remove();
});

async function killAndRestart(): Promise<void> {
  const gone = new Promise((resolve) => service.process.once('exit', resolve));
  service.process.kill('SIGKILL');
  await gone;
  service = await startService(env);
}

const met = new Set<string>();
let hangs = 0;

/** By turns, so that each is met; it hangs once, for that takes ten seconds. */
const misdeeds: Record<string, (response: ServerResponse) => unknown> = {
  refuses: (response) => response.writeHead(500).end('No'),
  takes: (response) => response.end(),
  redirects: (response) => response.writeHead(307, { location: `${receiver.url}/elsewhere` }).end(),
  takesAgain: (response) => response.end(),
  breaksOff: (response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('half', () => response.socket?.destroy());
  },
  takesOnceMore: (response) => response.end(),
  closes: (response) => response.socket?.destroy(),
  hangs: (response) => (++hangs > 1 ? response.end() : undefined),
};

test('a receiver that fails, hangs and comes back, of a service that is killed again and again, has heard of everything', async () => {
  const client = createClient(service.url);
  await openShop(client);
  const wish = { url: receiver.url, types: ['customer.*'] };
  const endpoint = (await client.post('/webhooks', wish)).data;
  const turns = Object.entries(misdeeds);
  let turn = 0;
  receiver.behave((response) => {
    const [name, misdeed] = turns[turn++ % turns.length] ?? assert.fail();
    met.add(name);
    misdeed(response);
  });

  let writing = true;
  let written = 0;
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let count = 0; writing; count += 1) {
      await client.post('/customers', { name: `${writer}-${count}` });
      written += 1;
      await sleep(20);
    }
  });
  for (let kills = 0; kills < 5; kills += 1) {
    const [before, heard] = [written, receiver.received.length];
    await until(() => written > before + 30 && receiver.received.length > heard + 3);
    await killAndRestart();
  }
  await until(() => met.size === turns.length);
  writing = false;
  await Promise.all(writers);
  receiver.behave((response) => response.end());

  const admin = new pg.Pool({ host: `${place.env.DATA_DIR}/pg`, user: 'tillhouse_owner', database: 'tillhouse' });
  const { rows } = await admin.query<{ id: string }>(`select id from events where type like 'customer.%'`);
  const ids = new Set(rows.map(({ id }) => id));
  const heard = () => new Set(receiver.received.map(({ headers }) => String(headers['webhook-id'])));
  // Probes have grown rare by then: well means at the next of them.
  await until(() => ids.isSubsetOf(heard()), 150_000);
  await until(async () => (await client.get(`/webhooks/${endpoint.id}`)).data.pending === 0, 150_000);

  assert.equal(ids.size, written);
  assert.deepEqual(heard(), ids);
  for (const { body, headers } of receiver.received) new Webhook(endpoint.secret).verify(body, headers as Record<string, string>);
  const { circuit, failed, missed } = (await client.get(`/webhooks/${endpoint.id}`)).data;
  assert.deepEqual({ circuit, failed, missed }, { circuit: 'closed', failed: 0, missed: 0 });
  assert.deepEqual(await brokenInvariants(admin), []);
  await admin.end();
});
