import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

// biome-ignore lint/suspicious/noExplicitAny: the demo reads answers as a script would.
type Answer = any;

/** A client like that of a till: each change has an idempotency key, and is repeated with it until there is a response. */
export interface Client {
  get(path: string): Promise<Answer>;
  post(path: string, body: object): Promise<Answer>;
  /** Sends a file as the field `file` of a form. */
  upload(path: string, file: File): Promise<Answer>;
  download(address: string): Promise<Uint8Array>;
  signIn(credentials: { email: string; password: string }): Promise<void>;
  /** The number of repeated requests. */
  retries(): number;
}

const total_timeout_ms = 120_000;

export function createClient(base_url: string): Client {
  let token: string | undefined;
  let retries = 0;

  async function send(method: string, path: string, body?: object): Promise<Answer> {
    const key = randomUUID();
    const until = Date.now() + total_timeout_ms;
    for (;;) {
      const answer = await once(method, path, body, key);
      if (answer !== undefined && answer.status < 429) return answer.body;
      if (Date.now() > until && answer?.status !== 429)
        throw new Error(`${method} ${path}: no response for ${total_timeout_ms / 1_000} s`);
      retries += 1;
      await sleep((answer?.retry_after_s ?? 0.2) * 1_000);
    }
  }

  /** @returns undefined without a response. The outcome is then unknown, so the request is repeated with the same key. */
  async function once(method: string, path: string, body: object | undefined, key: string) {
    try {
      const response = await fetch(`${base_url}/api/v1${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'idempotency-key': key }),
          ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
        // The import of a file takes longer.
        signal: AbortSignal.timeout(body instanceof FormData ? total_timeout_ms : 30_000),
      });
      const answer: Answer = await response.json();
      if (response.status >= 400 && response.status < 429) {
        throw new RejectedError(
          `${method} ${path} was rejected with ${response.status}: ${JSON.stringify(answer.error)}`,
        );
      }
      return {
        status: response.status,
        body: answer,
        retry_after_s: Number(response.headers.get('retry-after') ?? 0.2),
      };
    } catch (error) {
      if (error instanceof RejectedError) throw error;
      return undefined;
    }
  }

  return {
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    upload(path, file) {
      const form = new FormData();
      form.append('file', file);
      return send('POST', path, form);
    },
    async download(address) {
      const url = new URL(address, `${base_url}/api/v1/`);
      const response = await fetch(url, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
      if (!response.ok) throw new RejectedError(`GET ${url.pathname} was rejected with ${response.status}`);
      return response.bytes();
    },
    async signIn(credentials) {
      token = (await send('POST', '/auth/login', credentials)).data.access_token;
    },
    retries: () => retries,
  };
}

class RejectedError extends Error {}
