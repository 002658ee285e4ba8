import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { platform } from 'node:os';

export interface HttpRequest {
  method: string;
  /** With its query. */
  path: string;
  headers: Record<string, string>;
  payload?: Buffer | undefined;
}

export interface HttpResponse {
  /** 0 where none came. */
  status: number;
  wait_ms: number;
  /** Of its body, as it came over the wire. */
  bytes: number;
  /** The beginning of a JSON body. */
  text: string;
  retry_after: string | undefined;
}

export interface HttpClient {
  send(
    request: HttpRequest,
    options?: { patience_ms?: number; keeps?: number; isStream?: boolean },
  ): Promise<HttpResponse>;
  /** Ends all connections, with whatever is under way on them. */
  close(): void;
}

const patienceByDefault_ms = 120_000;
/** So much of an endless answer is heard. */
const stream_ms = 300;

/**
 * A client with connections of its own.
 * @param number on Linux each number is another loopback address, so that no client shares what is counted for an address
 */
export function createHttpClient(url: string, number: number): HttpClient {
  const { port, hostname } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 1_024 });
  const localAddress =
    platform() === 'linux' && hostname === '127.0.0.1' ? `127.0.${1 + (number >> 8)}.${1 + (number & 127)}` : undefined;
  const underWay = new Set<ClientRequest>();
  return {
    send: (
      { method, path, headers, payload },
      { patience_ms = patienceByDefault_ms, keeps = 2_000, isStream = false } = {},
    ) =>
      new Promise((resolve) => {
        const started = performance.now();
        let answer: IncomingMessage | undefined;
        let bytes = 0;
        let text = '';
        const done = () => {
          clearTimeout(late);
          underWay.delete(sent);
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
        // What refuses a body may end the connection while more of it is sent: then the answer is there already.
        sent.once('error', () => {
          if (answer === undefined) done();
        });
        const late = setTimeout(() => sent.destroy(new Error('too late')), patience_ms);
        underWay.add(sent);
        sent.end(payload);
      }),
    close() {
      for (const sent of underWay) sent.destroy();
      agent.destroy();
    },
  };
}

export const percentile = (values: readonly number[], percent: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
};
