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
import { asIf } from '../planted.ts';
import type { Proof, ProofRun } from '../proof.ts';
import { openStand, type Stand } from '../stand.ts';

const person = { email: 'owner@example.com', password: 'a good long password' };
const writers = 8;
/** Between two things that one of them does: at full speed they would take the processors that the service starts again with. */
const rest_ms = 20;
const patience_ms = 300_000;

interface Shop {
  client: Client;
  products: string[];
}

/** A client that sends one request after the other until it is stopped. @returns the number of requests */
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
    await sleep(rest_ms);
  }
  return done;
}

/** Reads the feed page by page, as an accountant's program would. */
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

const violations: ((response: ServerResponse) => unknown)[] = [
  (response) => response.writeHead(500).end('No'),
  (response) => response.writeHead(307, { location: '/elsewhere' }).end(),
  (response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('half', () => response.socket?.destroy());
  },
  (response) => response.socket?.destroy(),
];
const violation_every = 5;
/** It says nothing once, after each of the others: that takes ten seconds. */
const silent_turn = violation_every * violations.length + 1;

/** A receiver that is well for a while, and then is not, in each way that there is, by turns. @returns whether each was met */
function misbehave(receiver: Receiver): () => boolean {
  let turn = 0;
  receiver.behave((response) => {
    turn += 1;
    if (turn === silent_turn) return;
    const violation =
      turn % violation_every === 0 ? violations[(turn / violation_every) % violations.length] : undefined;
    if (violation === undefined) response.end();
    else violation(response);
  });
  return () => turn >= silent_turn;
}

/** Killed or stopped: streams do not delay a stop, so nothing is aborted. */
async function interrupt(stand: Stand, time: number): Promise<void> {
  if (time % 4 !== 2) return stand.kill(time % 8 === 0 ? 'database' : time % 4 === 0 ? 'both' : 'service');
  assert.equal(await stand.service().stop(), 0, 'told to stop, it stopped in order');
  assert.ok(!stand.service().output().includes(cutOffWarning), 'streams held up the stop');
  await stand.restart();
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

type Heard = Record<'feed' | 'stream', readonly number[]>;

/** Each once, and in order. */
function compare({ feed, stream }: Heard, committed: readonly Committed[]): void {
  const numbers = committed.map(({ sequence }) => sequence);
  assert.deepEqual(feed, numbers, 'the feed');
  assert.deepEqual(stream, numbers, 'the stream');
}

/** An event that was lost, and one that came out of turn, would have been noticed. */
async function noticesFaults(admin: pg.Pool, heard: Heard): Promise<void> {
  for (const fault of [
    'delete from events where sequence = 3',
    'update events set sequence = 1000000 where sequence = 3',
  ])
    await asIf(admin, fault, async (client) => {
      const committed = await committedIn(client);
      assert.throws(() => compare(heard, committed), /the feed/, fault);
    });
}

/**
 * Eight who write, a reader of the feed, one of the stream and a receiver of webhooks, while the service, its database or both are killed or the
 * service is stopped so many times: in the end each has every committed event, feed and stream once and in order. @throws AssertionError
 */
export async function proveEvents({ size: kills, say }: Pick<ProofRun, 'size' | 'say'>): Promise<void> {
  const stand = await openStand({
    settings: { WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8', LOG_LEVEL: 'warn', REQUEST_STOP_SECONDS: '120' },
  });
  const { admin } = stand;
  const receiver = await aReceiver();
  let over = false;
  const ending = new AbortController();
  try {
    const open = async () => {
      const client = createClient({
        baseUrl: stand.url,
        retry: { tries: Number.POSITIVE_INFINITY, total_ms: patience_ms, longest_wait_ms: 250 },
      });
      await client.signIn(person);
      return client;
    };
    await createClient({ baseUrl: stand.url }).register({ body: { ...person, name: 'Olivia' } });
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
    const isThrough = misbehave(receiver);

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
    for (let kill = 1; kill <= kills; kill += 1) {
      const before = streamed.length;
      await until(() => streamed.length > before + 60, patience_ms);
      const interrupted = performance.now();
      await interrupt(stand, kill);
      const took_s = ((performance.now() - interrupted) / 1_000).toFixed(1);
      say(`interrupted ${kill} of ${kills} times, back after ${took_s} s; ${streamed.length} events so far`);
    }
    await until(isThrough, patience_ms);
    over = true;
    const acts = (await Promise.all(working)).reduce((sum, count) => sum + count, 0);
    receiver.behave((response) => response.end());
    const well = performance.now();
    read = true;
    const fed = await feed;
    await until(() => streamed.length >= fed.length, patience_ms);
    ending.abort();
    await following;

    const committed = await committedIn(admin);
    compare({ feed: fed, stream: streamed }, committed);
    await noticesFaults(admin, { feed: fed, stream: streamed });
    const awaited = new Set(committed.filter(({ sequence }) => sequence > endpoint.sequence).map(({ id }) => id));
    const heard = () => new Set(receiver.received.map(({ headers }) => String(headers['webhook-id'])));
    await until(() => awaited.isSubsetOf(heard()), patience_ms);
    assert.deepEqual(heard(), awaited, 'webhooks');
    const waited_s = ((performance.now() - well) / 1_000).toFixed(1);
    const signature = new Webhook(endpoint.secret ?? '');
    for (const { body, headers } of receiver.received) signature.verify(body, headers as Record<string, string>);
    await until(async () => (await client.getWebhook({ path: { id: endpoint.id } })).data.pending === 0, patience_ms);
    const { circuit, failed, missed } = (await client.getWebhook({ path: { id: endpoint.id } })).data;
    assert.deepEqual({ circuit, failed, missed }, { circuit: 'closed', failed: 0, missed: 0 });
    assert.deepEqual(await brokenInvariants(admin), []);
    say(
      `${acts} sales by ${writers} at once, ${kills} interruptions: ${committed.length} events; feed and stream had each once and in order; webhooks had all of ` +
        `${awaited.size}, ${receiver.received.length} requests in all, the last ${waited_s} s after the receiver was well`,
    );
  } catch (error) {
    throw new Error(`the proof of events failed; the service had said:\n${stand.service().output()}`, { cause: error });
  } finally {
    // Also after a failure: clients that try again for ever would keep the process running.
    over = true;
    ending.abort();
    await stand.close();
    await receiver.close();
  }
}

/** Nothing that happened goes unheard. */
export const proof: Proof = { unit: 'interruptions', long: 20, prove: proveEvents };
