import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { platform } from 'node:os';

export interface HttpRequest {
  method: string;
  /** Including the query. */
  path: string;
  headers: Record<string, string>;
  payload?: Buffer | undefined;
}

export interface HttpResponse {
  /** 0 without a response. */
  status: number;
  wait_ms: number;
  /** Size of the body on the wire. */
  bytes: number;
  /** The beginning of a JSON body. */
  text: string;
  retry_after: string | undefined;
}

export interface HttpClient {
  send(
    request: HttpRequest,
    options?: { timeout_ms?: number; keeps?: number; isStream?: boolean },
  ): Promise<HttpResponse>;
  /** Ends all connections, and the requests on them. */
  close(): void;
}

const defaultTimeout_ms = 120_000;
/** Time after which an endless response is cut off. */
const stream_ms = 300;

/**
 * A client with its own connections.
 * @param number selects the loopback address on Linux, so that clients do not share limits per address
 */
export function createHttpClient(url: string, number: number): HttpClient {
  const { port, hostname } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 1_024 });
  const localAddress =
    platform() === 'linux' && hostname === '127.0.0.1' ? `127.0.${1 + (number >> 8)}.${1 + (number & 127)}` : undefined;
  const inProgress = new Set<ClientRequest>();
  return {
    send: (
      { method, path, headers, payload },
      { timeout_ms = defaultTimeout_ms, keeps = 2_000, isStream = false } = {},
    ) =>
      new Promise((resolve) => {
        const started = performance.now();
        let answer: IncomingMessage | undefined;
        let bytes = 0;
        let text = '';
        const done = () => {
          clearTimeout(late);
          inProgress.delete(sent);
          const retry_after = answer?.headers['retry-after'];
          resolve({ status: answer?.statusCode ?? 0, wait_ms: performance.now() - started, bytes, text, retry_after });
        };
        const length = payload === undefined ? {} : { 'content-length': payload.length };
        const from = localAddress === undefined ? {} : { localAddress };
        const sent = request(
          { hostname, port, ...from, method, path, agent, headers: { ...headers, ...length } },
          (response) => {
            answer = response;
            response.on('data', (chunk: Buffer) => {
              bytes += chunk.length;
              if (text.length < keeps) text += chunk.toString('utf8', 0, keeps);
            });
            response.once('error', () => undefined);
            response.once('close', done);
            if (isStream) setTimeout(() => sent.destroy(), stream_ms);
          },
        );
        // A service that rejects a body may close the connection during the upload. Then the response has already arrived.
        sent.once('error', () => {
          if (answer === undefined) done();
        });
        const late = setTimeout(() => sent.destroy(new Error('timeout')), timeout_ms);
        inProgress.add(sent);
        sent.end(payload);
      }),
    close() {
      for (const sent of inProgress) sent.destroy();
      agent.destroy();
    },
  };
}

export const percentile = (values: readonly number[], percent: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
};
