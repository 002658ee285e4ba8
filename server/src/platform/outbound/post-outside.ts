import { lookup } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as overHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { literalOf, type MayReach } from './addresses.ts';

// An import would load all of its parts, including `fetch` and WebSocket: 10 MiB that are not used.
const { Agent: HttpAgent, request: overHttp } = process.getBuiltinModule('node:http');

const answer_bytes = 4_096;
const patience_ms = 10_000;

export interface Outcome {
  is_success: boolean;
  status: number | null;
  /** The beginning of what was answered. */
  answer: string | null;
  error: string | null;
  duration_ms: number;
}

export interface Post {
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

export type PostOutside = (post: Post) => Promise<Outcome>;

const closedTo = (host: string) =>
  new Error(`${host} is not an address on the internet, and the operator has not opened it`);

/**
 * Posts to an address that a merchant chose. It is looked up once, judged, and connected to as it was judged: a name that changes its
 * mind in between changes nothing. No redirect is followed, no proxy asked, and no more of the answer read than its beginning.
 */
export function createPostOutside(mayReach: MayReach): PostOutside {
  const judged: LookupFunction = (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, '', 0);
      const [first, ...others] = addresses.filter(({ address }) => mayReach(address));
      if (first === undefined) return done(closedTo(hostname), '', 0);
      if (options.all === true) done(null, [first, ...others]);
      else done(null, first.address, first.family);
    });
  };
  const agents = {
    http: new HttpAgent({ keepAlive: true, timeout: 30_000 }),
    https: new HttpsAgent({ keepAlive: true, timeout: 30_000 }),
  };
  return async ({ url, headers, body }) => {
    const started = performance.now();
    const outcome = await send(new URL(url)).catch((error: unknown) => ({
      status: null,
      answer: null,
      error: wordsFor(error),
    }));
    const { status } = outcome;
    const is_success = outcome.error === null && status !== null && status >= 200 && status < 300;
    return { ...outcome, is_success, duration_ms: Math.round(performance.now() - started) };

    function send(address: URL): Promise<Omit<Outcome, 'is_success' | 'duration_ms'>> {
      const literal = literalOf(address);
      if (literal !== undefined && !mayReach(literal)) return Promise.reject(closedTo(literal));
      return new Promise((resolve, reject) => {
        const signal = AbortSignal.timeout(patience_ms);
        const options = {
          method: 'POST',
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
          lookup: judged,
          signal,
        };
        const sending =
          address.protocol === 'https:'
            ? overHttps(address, { ...options, agent: agents.https })
            : overHttp(address, { ...options, agent: agents.http });
        sending.once('error', (error) => {
          // The other side had closed a connection that was kept: that says nothing of how it is.
          const wasClosed = sending.reusedSocket && 'code' in error && error.code === 'ECONNRESET';
          if (wasClosed) resolve(send(address));
          else reject(error);
        });
        sending.once('response', (answer) => readBeginning(answer).then(resolve, reject));
        sending.end(body);
      });
    }
  };
}

async function readBeginning(answer: IncomingMessage): Promise<Omit<Outcome, 'is_success' | 'duration_ms'>> {
  const status = answer.statusCode ?? null;
  const parts: Buffer[] = [];
  let length = 0;
  let error: string | null = null;
  try {
    // Leaving the loop closes the connection, so that no more is received than is kept.
    for await (const part of answer) {
      parts.push(part as Buffer);
      length += (part as Buffer).length;
      if (length >= answer_bytes) break;
    }
  } catch (broken) {
    error = `The answer broke off: ${wordsFor(broken)}`;
  }
  if (error === null && status !== null && status >= 300 && status < 400)
    error = 'It answered with a redirect, which is not followed';
  return { status, answer: Buffer.concat(parts).subarray(0, answer_bytes).toString().replaceAll('\0', ''), error };
}

function wordsFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return `No answer within ${patience_ms / 1_000} seconds`;
  if (error instanceof AggregateError) return error.errors.map(wordsFor).join('; ');
  return error.message;
}
