import assert from 'node:assert/strict';
import { type Client, type ClientOptions, createClient, TillhouseError } from '../client/src/client.ts';

/** Records waits instead of waiting. */
export const noWaiting = (waits: number[] = []) => ({
  wait: async (ms: number) => {
    waits.push(ms);
  },
});

let users = 0;

/** A client of the service at `baseUrl`, signed in as the owner of a new shop. */
export async function aSignedInClient(baseUrl: string, options: Partial<ClientOptions> = {}): Promise<Client> {
  const till = createClient({ baseUrl, ...noWaiting(), ...options });
  const person = { email: `till${++users}@example.com`, password: 'a good long password' };
  await till.register({ body: { ...person, name: 'Tilda' } });
  await till.signIn(person);
  return till;
}

interface Sent {
  method: string;
  path: string;
  key: string | null;
  token: string | null;
}

/** A real fetch that records its requests. `intercept` may drop or replace a response. */
export function aFetch(
  intercept: (sent: Sent, answer: () => Promise<Response>) => Promise<Response> = (_, answer) => answer(),
) {
  const sent: Sent[] = [];
  const intercepted: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    const request = {
      method: init?.method ?? 'GET',
      path: new URL(String(input)).pathname.replace('/api/v1', ''),
      key: headers.get('idempotency-key'),
      token: headers.get('authorization'),
    };
    sent.push(request);
    return intercept(request, () => fetch(input, init));
  };
  return { fetch: intercepted, sent, to: (path: string) => sent.filter((request) => request.path === path) };
}

/** Accepts an error of the service with this code. */
export const refused =
  (code: string, parts: object = {}) =>
  (error: unknown) => {
    assert.ok(error instanceof TillhouseError, String(error));
    const { code: received, status, details } = error;
    assert.partialDeepStrictEqual({ code: received, status, details }, { code, ...parts });
    return true;
  };
