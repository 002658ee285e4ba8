import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '../../server/src/platform/database/connection.ts';
import { brokenInvariants } from '../../test/invariants.ts';
import { type OpenTestApp, openTestApp } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';
import { changedTables, digestOf } from '../digest.ts';
import { onDatabase, onServer } from '../in-process.ts';
import type { Proof, ProofRun } from '../proof.ts';
import { createRandom, type Random } from '../random.ts';
import { openWorld, type World } from '../world.ts';
import { rawRequest } from './bytes.ts';
import { type Answer, createJudge, type Judge, leaksIn, statuses } from './judge.ts';
import { type Operation, operationsOf } from './operations.ts';
import { type Draft, type Request, requestOf, validDraft } from './requests.ts';
import { converse, repliesIn, talk } from './sockets.ts';
import { changesIn, readAll, writeHostile } from './strings.ts';
import { createTally, type Tally } from './tally.ts';
import { keepShop } from './upkeep.ts';
import { wrongRequest } from './wrong.ts';

type Mode = 'valid' | 'one thing wrong' | 'raw bytes' | 'hostile texts' | 'over sockets' | 'limited';

interface FuzzRun extends Pick<ProofRun, 'seed' | 'size' | 'say' | 'timed'> {
  /** Changes an answer before it is judged, or the shop behind a refused request: for seeing that a fault is found. */
  spoil?: { answer?(answer: Answer): Answer; refused?(app: OpenTestApp): Promise<unknown> };
}

/** All that is known of a run. */
interface Findings {
  faults: string[];
  tally: Tally;
  modes: Map<Mode, number>;
  digests: number;
  readBack: number;
  slowest_ms: number;
  operations: readonly Operation[];
}

/** A shop grows with each request, and so do the digests of its tables: after this number of rounds a new one is used. */
const requestsPerShop = 4_000;
const worthNaming = 20;
/** Shops at a time, each on a database of its own, where requests come one after another. */
const workers = 4;

interface Bench {
  app: OpenTestApp;
  world: World;
  operations: readonly Operation[];
  random: Random;
  judge: Judge;
  findings: Findings;
  port: number;
  spoil: FuzzRun['spoil'];
}

const shown = ({ payload, ...request }: Request) =>
  JSON.stringify({
    ...request,
    ...(payload === undefined ? {} : { payload: payload.toString('latin1').slice(0, 3_000) }),
  });

const has = (mode: Mode, { modes }: Findings) => modes.set(mode, (modes.get(mode) ?? 0) + 1);

async function send({ app, findings, judge, spoil }: Bench, request: Request, mode: Mode): Promise<Answer> {
  has(mode, findings);
  const { method, url, headers, payload, operation } = request;
  const attempt = async (): Promise<Answer> => {
    const started = performance.now();
    const answer = await app.fastify.inject({
      method: method as 'GET',
      url,
      headers,
      ...(payload === undefined ? {} : { payload }),
    });
    const { statusCode: status, body } = answer;
    const found = {
      method,
      url,
      status,
      body,
      headers: answer.headers,
      type: String(answer.headers['content-type'] ?? ''),
    };
    return { ...found, took_ms: performance.now() - started };
  };
  let answer = await attempt();
  // A machine that does something else for a moment is no fault; who is slow is so again.
  if (answer.took_ms > 2_000 && method === 'GET') answer = await attempt();
  answer = spoil?.answer?.(answer) ?? answer;
  if (method === methodOf(app, operation)) findings.tally.count(operation, answer.status);
  findings.slowest_ms = Math.max(findings.slowest_ms, answer.took_ms);
  for (const fault of judge(answer)) findings.faults.push(`${mode}: ${shown(request)}\n  ${fault}`);
  return answer;
}

const methods = new WeakMap<OpenTestApp, Map<string, string>>();

function methodOf(app: OpenTestApp, operation: string): string | undefined {
  const known = methods.get(app) ?? new Map(operationsOf(app.fastify.swagger()).map(({ id, method }) => [id, method]));
  methods.set(app, known);
  return known.get(operation);
}

/** Waits until work for disconnected clients has ended, so that it is not attributed to the next request. */
const quiet = ({ admin }: OpenTestApp): Promise<void> =>
  until(async () => {
    await sleep(10);
    const { rowCount } = await admin.query(
      `select from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid()`,
    );
    return rowCount === 0;
  });

/** Sends a request that may be rejected. For a sample of them, checks that a rejected request changes nothing. */
async function sendWatched(bench: Bench, request: Request, mode: Mode): Promise<Answer> {
  const { app, findings, random, spoil } = bench;
  if (random.below(spoil?.refused === undefined ? 20 : 1) > 0) return send(bench, request, mode);
  await quiet(app);
  const before = await digestOf(app.admin);
  const answer = await send(bench, request, mode);
  if (answer.status < 400) return answer;
  await spoil?.refused?.(app);
  findings.digests += 1;
  // That a sign-in was refused is written down (0027).
  const isNoted = /^login/.test(request.operation) && answer.status === 401;
  const changes = changedTables(before, await digestOf(app.admin)).filter(
    (change) => !(isNoted && change.startsWith('audit_entries')),
  );
  for (const change of changes)
    findings.faults.push(`${mode}: ${shown(request)}\n  was refused with ${answer.status}, and wrote: ${change}`);
  return answer;
}

/** What a request took away is made again. */
async function upkeep({ world, findings }: Bench, answer: Answer, { kind }: Draft, turn: number): Promise<void> {
  const isGone = answer.status === 404 || (answer.status < 300 && answer.method === 'DELETE');
  try {
    await keepShop(world, kind !== undefined && isGone && answer.url.includes(world.ids[kind]) ? [kind] : [], turn);
  } catch (error) {
    findings.faults.push(`the shop cannot be kept in order: ${error}`);
  }
}

async function tryOne(bench: Bench, turn: number): Promise<void> {
  const { operations, random, world, findings, port } = bench;
  const operation = operations[turn % operations.length] ?? assert.fail();
  const chance = random.below(100);
  const draft = await validDraft({ random, world }, operation, { isMeant: chance < 40 });
  if (operation.id === 'streamEvents') return hearStream(bench, requestOf(draft));
  if (chance < 40) return upkeep(bench, await sendWatched(bench, requestOf(draft), 'valid'), draft, turn);
  if (chance < 75)
    return upkeep(bench, await sendWatched(bench, wrongRequest(draft, random), 'one thing wrong'), draft, turn);
  if (chance < 98) {
    const request = rawRequest(requestOf(draft), random);
    if (request.url.includes('/stream')) return;
    return upkeep(bench, await sendWatched(bench, request, 'raw bytes'), draft, turn);
  }
  has('over sockets', findings);
  const request = requestOf(draft);
  await speak(bench, request, port);
}

async function speak({ random, findings }: Bench, request: Request, port: number): Promise<void> {
  const conversation = talk(request, random);
  const text = await converse(port, conversation);
  const faults = [
    ...repliesIn(text).flatMap(({ status, body }) =>
      status === 100 || statuses.has(status) ? [] : [`answered ${status}: ${body.slice(0, 200)}`],
    ),
    ...leaksIn(text).map((found) => `tells of our inside: ${found}`),
  ];
  for (const fault of faults)
    findings.faults.push(`over sockets: ${JSON.stringify(conversation.pieces.join('').slice(0, 2_000))}\n  ${fault}`);
}

/** An answer without an end is heard until it has begun. */
async function hearStream({ port, findings, judge, random }: Bench, request: Request): Promise<void> {
  has('over sockets', findings);
  const headers = random.below(6) === 0 ? {} : request.headers;
  const url = random.below(4) === 0 ? `${request.url.split('?')[0]}?last_event_id=x` : request.url;
  const giveUp = new AbortController();
  const started = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}${url}`, { headers, signal: giveUp.signal });
  const took_ms = performance.now() - started;
  const type = answer.headers.get('content-type') ?? '';
  const body = answer.status === 200 ? '' : await answer.text();
  giveUp.abort();
  findings.tally.count('streamEvents', answer.status);
  const found = {
    method: 'GET',
    url,
    status: answer.status,
    type,
    body,
    headers: Object.fromEntries(answer.headers),
    took_ms,
  };
  for (const fault of judge(found)) findings.faults.push(`over sockets: ${shown({ ...request, url })}\n  ${fault}`);
}

/** A hostile text goes in by every door, and comes out by every other as it went in. */
async function tryTexts(bench: Bench, serial: number): Promise<void> {
  const { world, random, operations, findings } = bench;
  const { text, mark, requests } = await writeHostile(world, random, serial);
  for (const request of requests) await sendWatched(bench, request, 'hostile texts');
  for (const request of readAll(world, operations)) {
    const answer = await send(bench, request, 'hostile texts');
    if (answer.status !== 200) continue;
    const { seen, changed } = changesIn({ ...answer, operation: request.operation }, { text, mark });
    findings.readBack += seen;
    for (const one of changed)
      findings.faults.push(
        `hostile texts: ${shown(request)}\n  ${JSON.stringify(text)} was read as ${JSON.stringify(one.slice(0, 300))}`,
      );
  }
}

/** A second door to the same shop, at which one request a minute is one too many. */
async function tryLimits(bench: Bench, connection: Connection): Promise<void> {
  const { world, operations, random } = bench;
  const app = await openTestApp(connection, { env: { RATE_LIMIT_PER_MINUTE: '1' } });
  try {
    for (let turn = 0; turn < 2; turn += 1)
      for (const operation of operations) {
        const draft = await validDraft({ random, world }, operation, { isMeant: false });
        const isStream = operation.id === 'streamEvents';
        // The first of each person and address may pass, and a stream would not end.
        if (isStream) draft.headers = { ...world.owner.caller.headers };
        if (turn === 1 || !isStream) await send({ ...bench, app }, requestOf(draft), 'limited');
      }
  } finally {
    await app.close();
  }
}

interface ShopRun {
  size: number;
  number: number;
  random: Random;
  findings: Findings;
  spoil: FuzzRun['spoil'];
  timed: boolean | undefined;
}

async function fuzzShop(
  connection: Connection,
  { size, number, random, findings, spoil, timed }: ShopRun,
): Promise<void> {
  const app = await openTestApp(connection);
  try {
    await app.fastify.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.fastify.server.address() as AddressInfo;
    const world = await openWorld(app, `w${number}`);
    const description = app.fastify.swagger();
    const operations = operationsOf(description);
    findings.operations = operations;
    const bench: Bench = {
      app,
      world,
      operations,
      random,
      judge: createJudge(description, { timed }),
      findings,
      port,
      spoil,
    };
    const first = random.below(bench.operations.length);
    for (let turn = 1; turn <= size && findings.faults.length < worthNaming; turn += 1) {
      await tryOne(bench, first + turn);
      if (turn % 500 === 250) await tryTexts(bench, turn);
    }
    if (findings.faults.length === 0) await tryLimits(bench, connection);
    findings.faults.push(...(await brokenInvariants(app.admin)));
  } finally {
    await app.close();
  }
}

const countOf = ({ modes }: Findings) => [...modes.values()].reduce((sum, count) => sum + count, 0);

/**
 * Requests made of the description, right, wrong in one thing, and no requests at all: nothing breaks, nothing is told that is not described,
 * what is refused writes nothing, and what is written is read as it was. @throws AssertionError with requests that can be sent again
 */
export async function proveFuzz({ seed, size, say, spoil, timed }: FuzzRun): Promise<void> {
  const findings: Findings = {
    faults: [],
    tally: createTally(),
    modes: new Map(),
    digests: 0,
    readBack: 0,
    slowest_ms: 0,
    operations: [],
  };
  await onServer(async (server) => {
    let shops = 0;
    let begun = 0;
    const worker = async () => {
      while (begun < size && findings.faults.length === 0) {
        const share = Math.min(requestsPerShop, size - begun);
        begun += share;
        const number = shops++;
        const run = { size: share, number, random: createRandom(seed * 1_000 + number), findings, spoil, timed };
        await onDatabase(server, (connection) => fuzzShop(connection, run)).catch((error: unknown) => {
          findings.faults.push(`shop ${number}: ${error instanceof Error ? error.stack : error}`);
        });
        say(`${countOf(findings)} requests: ${findings.tally.byStatus()}`);
      }
    };
    await Promise.all(Array.from({ length: Math.min(workers, Math.ceil(size / requestsPerShop)) }, worker));
  });
  const modes = [...findings.modes].map(([mode, count]) => `${count} ${mode}`).join(', ');
  say(
    `${countOf(findings)} requests (${modes}) to ${findings.operations.length} operations; slowest ${Math.round(findings.slowest_ms)} ms`,
  );
  say(
    `${findings.digests} refused requests left the tables as they were; hostile texts read back ${findings.readBack} times`,
  );
  const gaps = findings.tally.gaps(findings.operations);
  say(
    gaps.length === 0
      ? 'every operation succeeded, and failed in each way that it can'
      : `not reached: ${gaps.join('; ')}`,
  );
  assert.ok(findings.faults.length === 0, `seed ${seed}:\n${findings.faults.join('\n')}`);
  if (size >= reachingFrom) assert.ok(gaps.length === 0, `not reached: ${gaps.join('; ')}`);
}

/** From this number of requests on, every operation must have succeeded and failed. */
const reachingFrom = 50_000;

export const proof: Proof = { unit: 'requests', long: 200_000, prove: proveFuzz };
