import { lookup } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as overHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { literalOf, type MayReach } from './addresses.ts';

// An import would load the whole module, including `fetch` and WebSocket: 10 MiB that are not used.
const { Agent: HttpAgent, request: overHttp } = process.getBuiltinModule('node:http');

const max_response_bytes = 4_096;
const timeout_ms = 10_000;
const unused_ms = 30_000;
const keptOpen = { keepAlive: true, timeout: unused_ms };

export interface Outcome {
  is_success: boolean;
  status: number | null;
  /** The beginning of the response body. */
  answer: string | null;
  error: string | null;
  duration_ms: number;
}

export interface Post {
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array;
  /** Ends the request. */
  signal?: AbortSignal | undefined;
}

export type PostOutside = (post: Post) => Promise<Outcome>;

const notAllowed = (host: string) =>
  new Error(`${host} is not an address on the internet, and the operator has not opened it`);

/**
 * Posts to an address that a merchant has configured. The name is resolved once, and the checked address is used for
 * the connection, so that a DNS change in between has no effect. Redirects and proxies are not used, and only the
 * beginning of the response is read.
 */
export function createPostOutside(mayReach: MayReach): PostOutside {
  const checkedLookup: LookupFunction = (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, '');
      const [first, ...others] = addresses.filter(({ address }) => mayReach(address));
      if (first === undefined) return done(notAllowed(hostname), '');
      if (options.all === true) done(null, [first, ...others]);
      else done(null, first.address, first.family);
    });
  };
  const agents = {
    http: new HttpAgent(keptOpen),
    https: new HttpsAgent(keptOpen),
  };
  return async ({ url, headers, body, signal: ended }) => {
    const started = performance.now();
    const outcome = await send(new URL(url)).catch((error: unknown) => ({
      status: null,
      answer: null,
      error: describeError(error),
    }));
    const { status } = outcome;
    const is_success = outcome.error === null && classOf(status) === 2;
    return { ...outcome, is_success, duration_ms: Math.round(performance.now() - started) };

    function send(address: URL): Promise<Omit<Outcome, 'is_success' | 'duration_ms'>> {
      const literal = literalOf(address);
      if (literal !== undefined && !mayReach(literal)) return Promise.reject(notAllowed(literal));
      return new Promise((resolve, reject) => {
        const timeout = AbortSignal.timeout(timeout_ms);
        const signal = ended === undefined ? timeout : AbortSignal.any([timeout, ended]);
        const options = {
          method: 'POST',
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
          lookup: checkedLookup,
          signal,
        };
        const sending =
          address.protocol === 'https:'
            ? overHttps(address, { ...options, agent: agents.https })
            : overHttp(address, { ...options, agent: agents.http });
        sending.once('error', (error) => {
          // The server had closed an idle connection, which says nothing about its state. Retry on a new connection.
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
    // Leaving the loop closes the connection, so that the rest is not received.
    for await (const part of answer) {
      parts.push(part as Buffer);
      length += (part as Buffer).length;
      if (length >= max_response_bytes) break;
    }
  } catch (broken) {
    error = `The answer broke off: ${describeError(broken)}`;
  }
  if (error === null && classOf(status) === 3) error = 'It answered with a redirect, which is not followed';
  return {
    status,
    answer: Buffer.concat(parts).subarray(0, max_response_bytes).toString().replaceAll('\0', ''),
    error,
  };
}

/** 2 for 200 to 299. */
const classOf = (status: number | null): number => Math.floor(Number(status) / 100);

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return `No answer within ${timeout_ms / 1_000} seconds`;
  if (error instanceof AggregateError) return error.errors.map(describeError).join('; ');
  return error.message;
}
