import { buffer } from 'node:stream/consumers';
import type { LightMyRequestResponse } from 'fastify';
import type { OpenTestApp } from '../../test/test-app.ts';
import type { MerchantFixture } from '../merchant-fixture.ts';
import type { Random } from '../random.ts';
import type { Actor } from './actors.ts';
import { type Canaries, leaksIn, textOf } from './canaries.ts';
import type { ProbeRequest, Route } from './probes.ts';

export interface ProbeContext {
  app: OpenTestApp;
  routes: readonly Route[];
  /** The merchant whose users send the requests. */
  fixture: MerchantFixture;
  /** The merchant whose records they must not reach. */
  other: MerchantFixture;
  actors: readonly Actor[];
  /** Of the other merchant. */
  canaries: Canaries;
  random: Random;
  totals: { probes: number; requests: number; faults: string[]; scanned_bytes: number };
  /** The number of probes after which `probeForeign` ends. */
  maxProbes: number;
  alterResponse?: ((answer: ReceivedResponse, request: ProbeRequest) => ReceivedResponse) | undefined;
}

export interface ReceivedResponse {
  status: number;
  body: string;
  headers: string;
}

export async function send(
  context: ProbeContext,
  headers: Record<string, string>,
  request: ProbeRequest,
): Promise<ReceivedResponse> {
  const { app, canaries, totals, alterResponse } = context;
  totals.requests += 1;
  const { method, url, payload } = request;
  const answer = await app.fastify.inject({
    method: method as 'GET',
    url,
    headers: { ...request.headers, ...headers },
    ...(payload === undefined ? {} : { payload }),
    payloadAsStream: true,
  });
  const { 'x-request-id': _, date: __, ...others } = answer.headers;
  const plain: ReceivedResponse = {
    status: answer.statusCode,
    body: await textOf(await bodyOf(answer)),
    headers: JSON.stringify(others),
  };
  const found = alterResponse?.(plain, request) ?? plain;
  totals.scanned_bytes += found.body.length;
  const requestText = `${url} ${payload ?? ''}`;
  // An export shows the branch that an earlier request of this merchant named. Its file has no rows of it.
  const shown =
    method === 'GET' && url.startsWith('/api/v1/exports') ? found.body.replace(/"branch_id":"[^"]*"/g, '') : found.body;
  const leaks = leaksIn(`${found.headers}\n${shown}`, canaries, requestText);
  for (const leak of leaks)
    totals.faults.push(`leak: ${method} ${url} ${payload ?? ''}\n  got ${found.status} with ${leak}`);
  if (found.status >= 500)
    totals.faults.push(`${method} ${url} ${payload ?? ''}\n  got ${found.status}: ${found.body.slice(0, 300)}`);
  return found;
}

/** The body of a response. An endless one is cut off: here a rejection is expected, so its status is already wrong. */
async function bodyOf(answer: LightMyRequestResponse): Promise<Buffer> {
  const stream = answer.stream();
  if (!String(answer.headers['content-type']).startsWith('text/event-stream')) return buffer(stream);
  stream.destroy();
  return Buffer.alloc(0);
}

export const report = ({ totals }: ProbeContext, who: string, { method, url, payload }: ProbeRequest, what: string) =>
  totals.faults.push(`${who}: ${method} ${url} ${String(payload ?? '').slice(0, 300)}\n  ${what}`);
