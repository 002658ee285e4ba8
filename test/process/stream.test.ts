import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { createClient } from '../../client/src/client.ts';
import { type Service, startService } from '../../demo/service.ts';
import { aPlace } from './place.ts';

const place = await aPlace();
let service: Service = await startService(place.env);
after(async () => {
  await service.stop();
  await place.remove();
});

const exitOf = ({ process }: Service) => new Promise<number | null>((resolve) => process.once('exit', resolve));

async function restart(signal: NodeJS.Signals): Promise<number> {
  const ended = exitOf(service);
  const begun = performance.now();
  service.process.kill(signal);
  await ended;
  const took_ms = performance.now() - begun;
  service = await startService(place.env);
  return took_ms;
}

test('killed and stopped again and again while eight write: who follows gets every committed event, once and in order', async () => {
  const person = { email: 'reader@example.com', password: 'a good long password' };
  const client = createClient({ baseUrl: service.url, retry: { tries: 50, longest_wait_ms: 200 }, wait: async () => undefined });
  await client.register({ body: { ...person, name: 'Rita' } });
  await client.signIn(person);
  const tries = { baseUrl: service.url, retry: { tries: 200, longest_wait_ms: 200 } };
  const writer = createClient(tries);
  const follower = createClient(tries);
  await writer.signIn(person);
  await follower.signIn(person);

  const end = new AbortController();
  const seen: number[] = [];
  const following = (async () => {
    for await (const event of follower.events({ after: 0, signal: end.signal })) {
      seen.push(event.sequence);
      if (event.type === 'customer.deleted') return;
    }
  })();
  let writing = true;
  const writers = Array.from({ length: 8 }, async (_, one) => {
    for (let turn = 0; writing; turn += 1) await writer.createCustomer({ body: { name: `${one}-${turn}` } });
  });
  const signals: NodeJS.Signals[] = ['SIGKILL', 'SIGTERM', 'SIGKILL', 'SIGKILL', 'SIGTERM', 'SIGKILL'];
  for (const signal of signals) {
    const until = seen.length + 40;
    while (seen.length < until) await new Promise((resume) => setImmediate(resume));
    const took_ms = await restart(signal);
    // Streams do not hold it up: they would until the last resort, ten seconds later.
    if (signal === 'SIGTERM') assert.ok(took_ms < 8_000, `stopping took ${took_ms} ms`);
  }
  writing = false;
  await Promise.all(writers);
  const { data: last } = await writer.createCustomer({ body: { name: 'Last' } });
  await writer.deleteCustomer({ path: { id: last.id } });
  await following;

  const admin = new pg.Pool({ host: `${place.env.DATA_DIR}/pg`, user: 'tillhouse_owner', database: 'tillhouse' });
  const { rows } = await admin.query<{ sequence: string }>('select sequence from events order by sequence');
  await admin.end();
  assert.ok(seen.length > 240);
  assert.deepEqual(
    seen,
    rows.map(({ sequence }) => Number(sequence)),
  );
});
