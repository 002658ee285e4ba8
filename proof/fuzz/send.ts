import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenTestApp } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';
import { changedTables, digestOf } from '../digest.ts';
import type { MerchantFixture } from '../merchant-fixture.ts';
import type { Random } from '../random.ts';
import { type Answer, leaksIn, type ResponseCheck, statuses } from './check-response.ts';
import { countMode, type Findings, type Mode } from './findings.ts';
import { type Operation, operationsOf } from './operations.ts';
import type { Request } from './requests.ts';
import { conversationFor, exchangeBytes, repliesIn } from './sockets.ts';

/** Changes a response before its check, or the shop after a rejected request, to see that it is noticed. */
export interface Tamper {
  response?(answer: Answer): Answer;
  rejected?(app: OpenTestApp): Promise<unknown>;
}

export interface FuzzContext {
  app: OpenTestApp;
  fixture: MerchantFixture;
  operations: readonly Operation[];
  random: Random;
  checkResponse: ResponseCheck;
  findings: Findings;
  port: number;
  tamper: Tamper | undefined;
}

/** A request as a fault names it. */
export const shown = ({ payload, ...request }: Request) =>
  JSON.stringify({
    ...request,
    ...(payload === undefined ? {} : { payload: payload.toString('latin1').slice(0, 3_000) }),
  });

export async function send(
  { app, findings, checkResponse, tamper }: FuzzContext,
  request: Request,
  mode: Mode,
): Promise<Answer> {
  countMode(mode, findings);
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
  // Repeats a slow read: other work of the machine can delay a single request.
  if (answer.took_ms > 2_000 && method === 'GET') answer = await attempt();
  answer = tamper?.response?.(answer) ?? answer;
  if (method === methodOf(app, operation)) findings.tally.count(operation, answer.status);
  findings.slowest_ms = Math.max(findings.slowest_ms, answer.took_ms);
  for (const fault of checkResponse(answer)) findings.faults.push(`${mode}: ${shown(request)}\n  ${fault}`);
  return answer;
}

const methods = new WeakMap<OpenTestApp, Map<string, string>>();

function methodOf(app: OpenTestApp, operation: string): string | undefined {
  const known = methods.get(app) ?? new Map(operationsOf(app.fastify.swagger()).map(({ id, method }) => [id, method]));
  methods.set(app, known);
  return known.get(operation);
}

/** Waits until work for disconnected clients has ended, so that it is not attributed to the next request. */
const untilIdle = ({ admin }: OpenTestApp): Promise<void> =>
  until(async () => {
    await sleep(10);
    const { rowCount } = await admin.query(
      `select from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid()`,
    );
    return rowCount === 0;
  });

/** Replaced pictures are removed in the background, whichever request is sent meanwhile. None is added. */
function isRemovedPicture(change: string): boolean {
  const [, before, after] = /^pictures: (\d+) rows, .* → (\d+) rows/.exec(change) ?? [];
  return before !== undefined && Number(after) < Number(before);
}

/** Sends a request that may be rejected. For a sample of them, checks that a rejected request changes nothing. */
export async function sendWatched(context: FuzzContext, request: Request, mode: Mode): Promise<Answer> {
  const { app, findings, random, tamper } = context;
  if (random.below(tamper?.rejected === undefined ? 20 : 1) > 0) return send(context, request, mode);
  await untilIdle(app);
  const before = await digestOf(app.admin);
  const answer = await send(context, request, mode);
  if (answer.status < 400) return answer;
  await tamper?.rejected?.(app);
  findings.digests += 1;
  // The audit records a rejected sign-in (0027), and a wrong password, code or PIN delays the next one.
  const isFailedSignIn =
    /^login|^changePassword$|^enterPin$|Totp$|Passkey$/.test(request.operation) && answer.status === 401;
  const changes = changedTables(before, await digestOf(app.admin)).filter(
    (change) =>
      !(isFailedSignIn && /^(audit_entries|sign_in_delays|pin_failures):/.test(change)) && !isRemovedPicture(change),
  );
  for (const change of changes)
    findings.faults.push(`${mode}: ${shown(request)}\n  was rejected with ${answer.status}, but wrote: ${change}`);
  return answer;
}

export async function sendRaw({ random, findings }: FuzzContext, request: Request, port: number): Promise<void> {
  const conversation = conversationFor(request, random);
  const text = await exchangeBytes(port, conversation);
  const faults = [
    ...repliesIn(text).flatMap(({ status, body }) =>
      status === 100 || statuses.has(status) ? [] : [`got ${status}: ${body.slice(0, 200)}`],
    ),
    ...leaksIn(text).map((found) => `leaks internal details: ${found}`),
  ];
  for (const fault of faults)
    findings.faults.push(`over sockets: ${JSON.stringify(conversation.pieces.join('').slice(0, 2_000))}\n  ${fault}`);
}

/** Requests the endless event stream, and aborts it when it has begun. */
export async function requestStream(
  { port, findings, checkResponse, random }: FuzzContext,
  request: Request,
): Promise<void> {
  countMode('over sockets', findings);
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
  for (const fault of checkResponse(found))
    findings.faults.push(`over sockets: ${shown({ ...request, url })}\n  ${fault}`);
}
