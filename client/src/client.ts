import { type LoginAnswer, operations } from './api.generated.ts';
import type { AnyCall, Call, CallOptions, Endpoint, ListName, OperationMethods, OperationName, Row } from './calls.ts';
import { TillhouseError } from './failure.ts';
import { type Event, type FollowOptions, followEvents, streamRequest } from './follow.ts';
import { createIdempotentRequest, type IdempotentRequest } from './idempotent-request.ts';
import { buildRequest } from './request.ts';
import { defaultRetry, type RetryOptions } from './retry-rules.ts';
import { createSend, type SendOptions } from './send.ts';
import { createSession, type Tokens } from './session.ts';
import { wait } from './wait.ts';

export type { Call, ListName, OperationName, Row } from './calls.ts';
export type { ResponseOf } from './idempotent-request.ts';
export { type IdempotentRequest, type OperationMethods, TillhouseError, type Tokens };

export interface ClientOptions {
  /** The address of the service, without `/api/v1`. */
  baseUrl: string;
  /**
   * The merchant; by default the user's home. `listOwnMerchants` lists all: create a client for each, with the same
   * tokens.
   */
  merchantId?: string;
  /** The tokens of an earlier run, from `onTokens`. */
  tokens?: Tokens;
  /**
   * Continues the session without the refresh token, for a page whose token is in an HttpOnly cookie
   * (`refreshInBrowser`).
   */
  refresh?: (refresh_token: string) => Promise<{ access_token: string; expires_in: number }>;
  /** Called with new tokens, to store them; `undefined` when the session has ended. */
  onTokens?: (tokens: Tokens | undefined) => void;
  retry?: Partial<RetryOptions>;
  /** The timeout of one try. */
  timeout_ms?: number;
  fetch?: SendOptions['fetch'];
  /** Waits before a retry. */
  wait?: SendOptions['wait'];
}

export interface Client extends OperationMethods {
  /** Signs in. Further calls are made as this user, and the session is refreshed automatically. */
  signIn(credentials: { email: string; password: string }, options?: CallOptions): Promise<LoginAnswer['data']['user']>;
  /** Further calls are made with these tokens; without an argument, as no user. */
  continueAs(tokens: Tokens | undefined): void;
  /** Ends the session. The tokens are forgotten even if the service cannot be reached. */
  signOut(options?: CallOptions): Promise<void>;
  /** For changes that a user may submit repeatedly, and that must happen once: see `IdempotentRequest`. */
  idempotentRequest<Name extends OperationName>(): IdempotentRequest<Name>;
  /** Downloads a file by its signed address, as `exportReport` returns it. No token is sent. */
  download(url: string, options?: Pick<CallOptions, 'signal'>): Promise<Blob>;
  /** All rows of a list, page by page, from the start of the query. */
  each<Name extends ListName>(list: Name, call?: Call<Name>): AsyncGenerator<Row<Name>, void, undefined>;
  /**
   * Events from a position or from now on: each once and in order, across lost connections. Ends with the loop or its
   * signal.
   */
  events(options?: FollowOptions): AsyncGenerator<Event, void, undefined>;
}

export function createClient(options: ClientOptions): Client {
  const send = createSend({
    // Wrapped, because a browser's fetch must be called as a method of the window.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    retry: { ...defaultRetry, ...options.retry },
    timeout_ms: options.timeout_ms ?? 30_000,
    wait: options.wait ?? wait,
  });
  const session = createSession({
    tokens: options.tokens,
    onTokens: options.onTokens,
    // Not rotated: otherwise a lost response would end the session.
    refresh: options.refresh ?? (async (refresh_token) => (await methods.refresh({ body: { refresh_token } })).data),
    isSessionEnded: (error) => error instanceof TillhouseError && error.status === 401,
  });
  const perform = async (endpoint: Endpoint, call: AnyCall = {}) =>
    send(buildRequest(options, endpoint, call), {
      bearer: endpoint.open === true ? undefined : session.bearer(),
      signal: call.signal,
    });
  const methods = methodsOver(perform);

  return {
    ...methods,
    async signIn(credentials, call) {
      const { data } = await methods.login({ ...call, body: credentials });
      const { access_token, refresh_token, expires_in, user } = data;
      session.setTokens({ access_token, refresh_token, expires_at: Date.now() + expires_in * 1_000 });
      return user;
    },
    continueAs: (tokens) => session.setTokens(tokens),
    async signOut(call) {
      try {
        await methods.logout(call);
      } finally {
        session.setTokens(undefined);
      }
    },
    idempotentRequest: () => createIdempotentRequest((name, call) => perform(operations[name], call)),
    download: async (url, call) =>
      (await send({ url, method: 'GET', headers: {}, isFile: true }, { signal: call?.signal })) as Blob,
    each: (list, call) => eachRow(perform, list, call),
    events: (call = {}) =>
      followEvents(
        (position, signal) =>
          send({ ...streamRequest(options, call, position), isStream: true }, { bearer: session.bearer(), signal }),
        { ...call, wait: options.wait ?? wait },
      ),
  };
}

type Perform = (endpoint: Endpoint, call?: AnyCall) => Promise<unknown>;

/** The methods' types are generated from the same description as their addresses. */
const methodsOver = (perform: Perform) =>
  Object.fromEntries(
    Object.entries(operations).map(([name, endpoint]) => [name, (call?: AnyCall) => perform(endpoint, call)]),
  ) as unknown as OperationMethods;

/** A page of a list; records below `/inventory` are in camelCase. */
interface Page<Name extends ListName> {
  data: Row<Name>[];
  meta: { next_cursor?: string | null; nextCursor?: string | null };
}

async function* eachRow<Name extends ListName>(
  perform: Perform,
  list: Name,
  call: AnyCall = {},
): AsyncGenerator<Row<Name>, void, undefined> {
  let query = call.query;
  for (;;) {
    const { data, meta } = (await perform(operations[list], { ...call, query })) as Page<Name>;
    yield* data;
    const cursor = meta.next_cursor ?? meta.nextCursor;
    if (typeof cursor !== 'string') return;
    query = { ...query, cursor };
  }
}
