import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import type { Connection } from '../../server/src/platform/database/connection.ts';
import { brokenInvariants } from '../../test/invariants.ts';
import { openTestApp } from '../../test/test-app.ts';
import { onDatabase, onServer } from '../in-process.ts';
import { createMerchantFixture } from '../merchant-fixture.ts';
import type { Proof, ProofRun } from '../proof.ts';
import { createRandom, type Random } from '../random.ts';
import { rawRequest } from './bytes.ts';
import { type Answer, createResponseCheck } from './check-response.ts';
import { countMode, countRequests, createFindings, type Findings } from './findings.ts';
import { operationsOf } from './operations.ts';
import { type Draft, requestOf, validDraft } from './requests.ts';
import { replaceRecords } from './restore.ts';
import { type FuzzContext, requestStream, send, sendRaw, sendWatched, shown, type Tamper } from './send.ts';
import { changesIn, readAll, writeHostile } from './strings.ts';
import { wrongRequest } from './wrong.ts';

interface FuzzRun extends Pick<ProofRun, 'seed' | 'size' | 'say' | 'timed'> {
  tamper?: Tamper;
}

/** Number of requests after which a new shop is used: digests take longer as a shop grows. */
const requestsPerShop = 4_000;
const maxFaults = 20;
/** Concurrent shops. Each has its own database, and gets one request after the other. */
const workers = 4;

/** Replaces records that a request deleted. */
async function restoreShop(
  { fixture, findings }: FuzzContext,
  answer: Answer,
  { kind }: Draft,
  turn: number,
): Promise<void> {
  const isGone = answer.status === 404 || (answer.status < 300 && answer.method === 'DELETE');
  try {
    await replaceRecords(
      fixture,
      kind !== undefined && isGone && answer.url.includes(fixture.ids[kind]) ? [kind] : [],
      turn,
    );
  } catch (error) {
    findings.faults.push(`the records of the shop cannot be replaced: ${error}`);
  }
}

async function tryOne(context: FuzzContext, turn: number): Promise<void> {
  const { operations, random, fixture, findings, port } = context;
  const operation = operations[turn % operations.length] ?? assert.fail();
  const chance = random.below(100);
  const draft = await validDraft({ random, fixture }, operation, { mustSucceed: chance < 40 });
  if (operation.id === 'streamEvents') return requestStream(context, requestOf(draft));
  if (chance < 40) return restoreShop(context, await sendWatched(context, requestOf(draft), 'valid'), draft, turn);
  if (chance < 75)
    return restoreShop(
      context,
      await sendWatched(context, wrongRequest(draft, random), 'one thing wrong'),
      draft,
      turn,
    );
  if (chance < 98) {
    const request = rawRequest(requestOf(draft), random);
    if (request.url.includes('/stream')) return;
    return restoreShop(context, await sendWatched(context, request, 'raw bytes'), draft, turn);
  }
  countMode('over sockets', findings);
  const request = requestOf(draft);
  await sendRaw(context, request, port);
}

/** Writes a hostile text into every field, and checks that every response shows it unchanged. */
async function tryTexts(context: FuzzContext, serial: number): Promise<void> {
  const { fixture, random, operations, findings } = context;
  const { text, mark, requests } = await writeHostile(fixture, random, serial);
  for (const request of requests) await sendWatched(context, request, 'hostile texts');
  for (const request of readAll(fixture, operations)) {
    const answer = await send(context, request, 'hostile texts');
    if (answer.status !== 200) continue;
    const { seen, changed } = changesIn({ ...answer, operation: request.operation }, { text, mark });
    findings.readBack += seen;
    for (const one of changed)
      findings.faults.push(
        `hostile texts: ${shown(request)}\n  ${JSON.stringify(text)} was read as ${JSON.stringify(one.slice(0, 300))}`,
      );
  }
}

/** Sends every request twice to another instance with a limit of one per minute, so that each operation responds 429. */
async function tryLimits(context: FuzzContext, connection: Connection): Promise<void> {
  const { fixture, operations, random } = context;
  const app = await openTestApp(connection, { env: { RATE_LIMIT_PER_MINUTE: '1' } });
  try {
    for (let turn = 0; turn < 2; turn += 1)
      for (const operation of operations) {
        const draft = await validDraft({ random, fixture }, operation, { mustSucceed: false });
        const isStream = operation.id === 'streamEvents';
        // The first request of each user and address is served, and a served stream would not end. So the stream is
        // requested in the second turn only, as the owner, whose limit is used up by then.
        if (isStream) draft.headers = { ...fixture.owner.caller.headers };
        if (turn === 1 || !isStream) await send({ ...context, app }, requestOf(draft), 'limited');
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
  tamper: Tamper | undefined;
  timed: boolean | undefined;
}

async function fuzzShop(
  connection: Connection,
  { size, number, random, findings, tamper, timed }: ShopRun,
): Promise<void> {
  const app = await openTestApp(connection);
  try {
    await app.fastify.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.fastify.server.address() as AddressInfo;
    const fixture = await createMerchantFixture(app, `w${number}`);
    const description = app.fastify.swagger();
    const operations = operationsOf(description);
    findings.operations = operations;
    const context: FuzzContext = {
      app,
      fixture,
      operations,
      random,
      checkResponse: createResponseCheck(description, { timed }),
      findings,
      port,
      tamper,
    };
    const first = random.below(context.operations.length);
    for (let turn = 1; turn <= size && findings.faults.length < maxFaults; turn += 1) {
      await tryOne(context, first + turn);
      if (turn % 500 === 250) await tryTexts(context, turn);
    }
    if (findings.faults.length === 0) await tryLimits(context, connection);
    findings.faults.push(...(await brokenInvariants(app.admin)));
  } finally {
    await app.close();
  }
}

/**
 * Sends requests drawn from the API description: correct ones, ones with one wrong part, and malformed bytes.
 * No request may cause an internal error or an undescribed response. A rejected request must write nothing, and texts must
 * be read as written.
 * @throws AssertionError with the requests, so that they can be sent again
 */
export async function proveFuzz({ seed, size, say, tamper, timed }: FuzzRun): Promise<void> {
  const findings = createFindings();
  await onServer(async (server) => {
    let shops = 0;
    let begun = 0;
    const worker = async () => {
      while (begun < size && findings.faults.length === 0) {
        const share = Math.min(requestsPerShop, size - begun);
        begun += share;
        const number = shops++;
        const run = { size: share, number, random: createRandom(seed * 1_000 + number), findings, tamper, timed };
        await onDatabase(server, (connection) => fuzzShop(connection, run)).catch((error: unknown) => {
          findings.faults.push(`shop ${number}: ${error instanceof Error ? error.stack : error}`);
        });
        say(`${countRequests(findings)} requests: ${findings.tally.byStatus()}`);
      }
    };
    await Promise.all(Array.from({ length: Math.min(workers, Math.ceil(size / requestsPerShop)) }, worker));
  });
  const modes = [...findings.modes].map(([mode, count]) => `${count} ${mode}`).join(', ');
  say(
    `${countRequests(findings)} requests (${modes}) to ${findings.operations.length} operations; slowest ${Math.round(findings.slowest_ms)} ms`,
  );
  say(
    `${findings.digests} rejected requests left the tables unchanged; hostile texts read back ${findings.readBack} times`,
  );
  const gaps = findings.tally.gaps(findings.operations);
  say(
    gaps.length === 0
      ? 'every operation succeeded, and failed with each documented error'
      : `not reached: ${gaps.join('; ')}`,
  );
  assert.ok(findings.faults.length === 0, `seed ${seed}:\n${findings.faults.join('\n')}`);
  if (size >= completeFrom) assert.ok(gaps.length === 0, `not reached: ${gaps.join('; ')}`);
}

/** From this number of requests on, every operation must have had each outcome. */
const completeFrom = 50_000;

export const proof: Proof = { unit: 'requests', long: 200_000, prove: proveFuzz };
