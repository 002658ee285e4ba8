import type { App } from '../server/src/platform/context/app.ts';

export interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: an answer's shape is what the test is about to assert.
  body: any;
  text: string;
  headers: Record<string, string | string[] | number | undefined>;
}

/** The fields that a validation error names, in alphabetical order. */
export const fieldsOf = ({ body }: Pick<Reply, 'body'>): string[] =>
  body.error.details.map(({ field }: { field: string }) => field).sort();

/** Sends requests to `/api/v1`. */
export interface Caller {
  headers: Record<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  delete(path: string, headers?: Record<string, string>): Promise<Reply>;
  /** The same person with further headers. */
  with(headers: Record<string, string>): Caller;
}

/** Sends one request, however it gets there. `path` is a whole one. */
export type Send = (request: {
  method: Method;
  path: string;
  headers: Record<string, string>;
  body?: string;
}) => Promise<Omit<Reply, 'body'>>;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export function createCaller(app: App, headers: Record<string, string>): Caller {
  return callerOver(async ({ method, path, headers: sent, body }) => {
    const answer = await app.inject({
      method,
      url: path,
      headers: sent,
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: answer.statusCode, text: answer.body, headers: answer.headers };
  }, headers);
}

export function callerOver(send: Send, headers: Record<string, string>): Caller {
  const call = async (
    method: Method,
    path: string,
    body: unknown,
    more: Record<string, string> = {},
  ): Promise<Reply> => {
    const answer = await send({
      method,
      path: path.startsWith('//') ? path.slice(1) : `/api/v1${path}`,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers, ...more },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const json = String(answer.headers['content-type'] ?? '').startsWith('application/json') && answer.text !== '';
    return { ...answer, body: json ? JSON.parse(answer.text) : undefined };
  };
  return {
    headers,
    get: (path, more) => call('GET', path, undefined, more),
    post: (path, body, more) => call('POST', path, body, more),
    put: (path, body, more) => call('PUT', path, body, more),
    patch: (path, body, more) => call('PATCH', path, body, more),
    delete: (path, more) => call('DELETE', path, undefined, more),
    with: (more) => callerOver(send, { ...headers, ...more }),
  };
}
