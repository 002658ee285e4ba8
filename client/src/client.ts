import { type Act, createAct } from './act.ts';
import { type LoginAnswer, operations } from './api.generated.ts';
import type { AnyCall, Call, CallOptions, ListName, OperationMethods, OperationName, Place, Row } from './calls.ts';
import { TillhouseError } from './failure.ts';
import { type Event, type FollowOptions, followEvents, streamRequest } from './follow.ts';
import { buildRequest } from './request.ts';
import { defaultRetry, type RetryOptions } from './retry-rules.ts';
import { createSend, type SendOptions } from './send.ts';
import { createSession, type Tokens } from './session.ts';
import { wait } from './wait.ts';

export type { AnswerOf } from './act.ts';
export type { Call, OperationName } from './calls.ts';
export { type Act, type OperationMethods, TillhouseError, type Tokens };

export interface ClientOptions {
  /** Where the service is, without `/api/v1`. */
  baseUrl: string;
  /** At which merchant; the person's home when left out. `listOwnMerchants` names all for which they work: a client each, with the same tokens. */
  merchantId?: string;
  /** Of an earlier run, as `onTokens` was told them. */
  tokens?: Tokens;
  /**
   * Continues the session in another way than by the refresh token: for a page whose token lies in a cookie that it cannot read (`refreshInBrowser`).
   */
  refresh?: (refresh_token: string) => Promise<{ access_token: string; expires_in: number }>;
  /** Told of every change, for who wants to stay signed in; `undefined` when the session is over. */
  onTokens?: (tokens: Tokens | undefined) => void;
  retry?: Partial<RetryOptions>;
  /** How long one try may take. */
  timeout_ms?: number;
  fetch?: SendOptions['fetch'];
  /** How it waits before it tries again. */
  wait?: SendOptions['wait'];
}

export interface Client extends OperationMethods {
  /** From here on calls are made as this person; their session continues by itself. */
  signIn(credentials: { email: string; password: string }, options?: CallOptions): Promise<LoginAnswer['data']['user']>;
  /** From here on calls are made as whom these tokens are of; nobody when left out. */
  continueAs(tokens: Tokens | undefined): void;
  /** Ends the session. The tokens are forgotten even if the service cannot be told. */
  signOut(options?: CallOptions): Promise<void>;
  /** For what a person may press more than once, and must happen once: see `Act`. */
  act<Name extends OperationName>(): Act<Name>;
  /** A file by its signed address, as `exportReport` answers it. Whoever has the address may: no token is sent. */
  download(url: string, options?: Pick<CallOptions, 'signal'>): Promise<Blob>;
  /** All rows of a list, page after page, from where the query begins. */
  each<Name extends ListName>(list: Name, call?: Call<Name>): AsyncGenerator<Row<Name>, void, undefined>;
  /** What happens, from a place on or from now: every event once and in order, across lost connections. Ends with the loop, or its signal. */
  events(options?: FollowOptions): AsyncGenerator<Event, void, undefined>;
}

export function createClient(options: ClientOptions): Client {
  const send = createSend({
    // Not handed over as it is: a browser's fetch wants to be called as the window's own.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    retry: { ...defaultRetry, ...options.retry },
    timeout_ms: options.timeout_ms ?? 30_000,
    wait: options.wait ?? wait,
  });
  const session = createSession({
    tokens: options.tokens,
    onTokens: options.onTokens,
    // Not rotated: if the answer were lost, so were the session.
    refresh: options.refresh ?? (async (refresh_token) => (await methods.refresh({ body: { refresh_token } })).data),
    isOver: (error) => error instanceof TillhouseError && error.status === 401,
  });
  const perform = async (place: Place, call: AnyCall = {}) =>
    send(buildRequest(options, place, call), { bearer: place.open === true ? undefined : session.bearer(), signal: call.signal });
  const methods = methodsOver(perform);

  return {
    ...methods,
    async signIn(credentials, call) {
      const { data } = await methods.login({ ...call, body: credentials });
      const { access_token, refresh_token, expires_in, user } = data;
      session.keep({ access_token, refresh_token, expires_at: Date.now() + expires_in * 1_000 });
      return user;
    },
    continueAs: (tokens) => session.keep(tokens),
    async signOut(call) {
      try {
        await methods.logout(call);
      } finally {
        session.keep(undefined);
      }
    },
    act: () => createAct((name, call) => perform(operations[name], call)),
    download: async (url, call) => (await send({ url, method: 'GET', headers: {}, isFile: true }, { signal: call?.signal })) as Blob,
    each: (list, call) => eachRow(perform, list, call),
    events: (call = {}) =>
      followEvents(
        (place, signal) => send({ ...streamRequest(options, call, place), isStream: true }, { bearer: session.bearer(), signal }),
        { ...call, wait: options.wait ?? wait },
      ),
  };
}

type Perform = (place: Place, call?: AnyCall) => Promise<unknown>;

/** The types of the methods were made from the same description as their places. */
const methodsOver = (perform: Perform) =>
  Object.fromEntries(
    Object.entries(operations).map(([name, place]) => [name, (call?: AnyCall) => perform(place, call)]),
  ) as unknown as OperationMethods;

/** A page as lists answer it; records, under `/inventory`, are spelled in camelCase. */
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
