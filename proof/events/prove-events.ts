import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { type Client, createClient } from '../../client/src/client.ts';
import { cutOffWarning } from '../../server/src/platform/http/drain.ts';
import { brokenInvariants } from '../../test/invariants.ts';
import { aReceiver, type Receiver } from '../../test/receiver.ts';
import { until } from '../../test/until.ts';
import { withRolledBack } from '../planted.ts';
import type { Proof, ProofRun } from '../proof.ts';
import { openTestBed, type TestBed } from '../test-bed.ts';

const person = { email: 'owner@example.com', password: 'a good long password' };
const writers = 8;
/** Pause of a writer between two operations. Without it the writers would leave no processor time for the restart of the service. */
const pause_ms = 20;
const timeout_ms = 300_000;

interface Shop {
  client: Client;
  products: string[];
}

/** A client that makes one sale after the other until it is stopped. @returns the number of sales */
async function work({ client, products }: Shop, isOver: () => boolean): Promise<number> {
  let done = 0;
  for (; !isOver(); done += 1) {
    const product_id = products[done % products.length] ?? assert.fail();
    const sale = await client.createTransaction({
      body: { items: [{ product_id, quantity: 1 }], payment_method: 'cash' },
    });
    if (done % 3 === 0) await client.refundTransaction({ path: { id: sale.data.id }, body: {} });
    if (done % 5 === 0)
      await client.adjustStock({ body: { product_id, quantity: 1, type: 'addition', reason: 'delivery' } });
    if (done % 7 === 0) await client.createCustomer({ body: { name: `Customer ${done}` } });
    await sleep(pause_ms);
  }
  return done;
}

/** Reads the feed page by page, like an accounting program. */
async function readFeed(client: Client, isOver: () => boolean): Promise<number[]> {
  const seen: number[] = [];
  let after = '0';
  for (let last = false; !last; ) {
    last = isOver();
    const { data, meta } = await client.listEvents({ query: { after, limit: 50 } });
    seen.push(...data.map(({ sequence }) => sequence));
    after = meta.next_cursor;
    if (meta.has_more) last = false;
    else await sleep(50);
  }
  return seen;
}

/** Ways in which a receiver fails. */
const failures: ((response: ServerResponse) => unknown)[] = [
  (response) => response.writeHead(500).end('No'),
  (response) => response.writeHead(307, { location: '/elsewhere' }).end(),
  (response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('half', () => response.socket?.destroy());
  },
  (response) => response.socket?.destroy(),
];
const failEvery = 5;
/** After one failure of each kind it once does not respond at all, which takes ten seconds. */
const silentTurn = failEvery * failures.length + 1;

/** Makes the receiver fail at every fifth request, in each way in turn. @returns whether it has failed in each way */
function failInTurns(receiver: Receiver): () => boolean {
  let turn = 0;
  receiver.respondWith((response) => {
    turn += 1;
    if (turn === silentTurn) return;
    const fail = turn % failEvery === 0 ? failures[(turn / failEvery) % failures.length] : undefined;
    if (fail === undefined) response.end();
    else fail(response);
  });
  return () => turn >= silentTurn;
}

/** Kills or stops the service. Open streams must not delay a stop, so it must abort no request. */
async function interrupt(testBed: TestBed, time: number): Promise<void> {
  if (time % 4 !== 2) return testBed.kill(time % 8 === 0 ? 'database' : time % 4 === 0 ? 'both' : 'service');
  assert.equal(await testBed.service().stop(), 0, 'the exit code of a stop');
  assert.ok(!testBed.service().output().includes(cutOffWarning), 'open streams delayed the stop');
  await testBed.restart();
}

interface Committed {
  id: string;
  sequence: number;
}

/** All events in their numbered order. */
async function committedIn(admin: pg.Pool | pg.PoolClient): Promise<Committed[]> {
  const { rows } = await admin.query<{ id: string; sequence: string }>(
    'select id, sequence from events order by sequence',
  );
  return rows.map(({ id, sequence }) => ({ id, sequence: Number(sequence) }));
}

/** Event numbers in the order of arrival. */
type Received = Record<'feed' | 'stream', readonly number[]>;

/** @throws AssertionError unless feed and stream delivered each event once and in order */
function compare({ feed, stream }: Received, committed: readonly Committed[]): void {
  const numbers = committed.map(({ sequence }) => sequence);
  assert.deepEqual(feed, numbers, 'the feed');
  assert.deepEqual(stream, numbers, 'the stream');
}

/** Checks that the comparison notices a lost event, and one out of order. */
async function verifyComparison(admin: pg.Pool, received: Received): Promise<void> {
  for (const fault of [
    'delete from events where sequence = 3',
    'update events set sequence = 1000000 where sequence = 3',
  ])
    await withRolledBack(admin, fault, async (client) => {
      const committed = await committedIn(client);
      assert.throws(() => compare(received, committed), /the feed/, fault);
    });
}

/**
 * Runs eight writers, a reader of the feed, one of the stream and a receiver of webhooks, while service or database are
 * killed, or the service is stopped. All must get every committed event; feed and stream once and in order.
 * @throws AssertionError
 */
export async function proveEvents({ size: interruptions, say }: Pick<ProofRun, 'size' | 'say'>): Promise<void> {
  const testBed = await openTestBed({
    settings: { WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8', LOG_LEVEL: 'warn', REQUEST_STOP_SECONDS: '120' },
  });
  const { admin } = testBed;
  const receiver = await aReceiver();
  let over = false;
  const ending = new AbortController();
  try {
    const open = async () => {
      const client = createClient({
        baseUrl: testBed.url,
        retry: { tries: Number.POSITIVE_INFINITY, total_ms: timeout_ms, longest_wait_ms: 250 },
      });
      await client.signIn(person);
      return client;
    };
    await createClient({ baseUrl: testBed.url }).register({ body: { ...person, name: 'Olivia' } });
    const client = await open();
    const products: string[] = [];
    for (let number = 0; number < 5; number += 1)
      products.push(
        (
          await client.createProduct({
            body: { sku: `P-${number}`, name: `Product ${number}`, price: 3, stock: 100_000 },
          })
        ).data.id,
      );
    const endpoint = (await client.createWebhook({ body: { url: receiver.url } })).data;
    const hasFailedInEachWay = failInTurns(receiver);

    let read = false;
    const streamed: number[] = [];
    const follower = await open();
    const following = (async () => {
      for await (const { sequence } of follower.events({ after: 0, signal: ending.signal })) streamed.push(sequence);
    })().catch((error: unknown) => {
      if (!ending.signal.aborted) throw error;
    });
    const feed = readFeed(await open(), () => read);
    const working = Array.from({ length: writers }, async () => work({ client: await open(), products }, () => over));
    for (let turn = 1; turn <= interruptions; turn += 1) {
      const before = streamed.length;
      await until(() => streamed.length > before + 60, timeout_ms);
      const since = performance.now();
      await interrupt(testBed, turn);
      const took_s = ((performance.now() - since) / 1_000).toFixed(1);
      say(`${turn} of ${interruptions} interruptions, recovered after ${took_s} s; ${streamed.length} events so far`);
    }
    await until(hasFailedInEachWay, timeout_ms);
    over = true;
    const sales = (await Promise.all(working)).reduce((sum, count) => sum + count, 0);
    receiver.respondWith((response) => response.end());
    const healed = performance.now();
    read = true;
    const fed = await feed;
    await until(() => streamed.length >= fed.length, timeout_ms);
    ending.abort();
    await following;

    const committed = await committedIn(admin);
    compare({ feed: fed, stream: streamed }, committed);
    await verifyComparison(admin, { feed: fed, stream: streamed });
    const expected = new Set(committed.filter(({ sequence }) => sequence > endpoint.sequence).map(({ id }) => id));
    const delivered = () => new Set(receiver.received.map(({ headers }) => String(headers['webhook-id'])));
    await until(() => expected.isSubsetOf(delivered()), timeout_ms);
    assert.deepEqual(delivered(), expected, 'webhooks');
    const waited_s = ((performance.now() - healed) / 1_000).toFixed(1);
    const signature = new Webhook(endpoint.secret ?? '');
    for (const { body, headers } of receiver.received) signature.verify(body, headers as Record<string, string>);
    await until(async () => (await client.getWebhook({ path: { id: endpoint.id } })).data.pending === 0, timeout_ms);
    const { circuit, failed, missed } = (await client.getWebhook({ path: { id: endpoint.id } })).data;
    assert.deepEqual({ circuit, failed, missed }, { circuit: 'closed', failed: 0, missed: 0 });
    assert.deepEqual(await brokenInvariants(admin), []);
    say(
      `${sales} sales by ${writers} concurrent writers, ${interruptions} interruptions: ${committed.length} events; feed and stream delivered each once and in order; ` +
        `webhooks delivered all ${expected.size} in ${receiver.received.length} requests, the last ${waited_s} s after the receiver had recovered`,
    );
  } catch (error) {
    throw new Error(`the proof of events failed; output of the service:\n${testBed.service().output()}`, {
      cause: error,
    });
  } finally {
    // Also after a failure: clients that retry without end would keep the process running.
    over = true;
    ending.abort();
    await testBed.close();
    await receiver.close();
  }
}

/** Feed, stream and webhooks deliver every committed event. */
export const proof: Proof = { unit: 'interruptions', long: 20, prove: proveEvents };
