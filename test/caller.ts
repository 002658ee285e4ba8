import type { App } from '../server/src/http/app.ts';

export interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: an answer's shape is what the test is about to assert.
  body: any;
  text: string;
  headers: Record<string, string | string[] | number | undefined>;
}

/** Somebody who sends requests to `/api/v1`. */
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

export function createCaller(app: App, headers: Record<string, string>): Caller {
  const send = async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body: unknown,
    more: Record<string, string> = {},
  ): Promise<Reply> => {
    const url = path.startsWith('//') ? path.slice(1) : `/api/v1${path}`;
    const answer = await app.inject({
      method,
      url,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers, ...more },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const json = String(answer.headers['content-type'] ?? '').startsWith('application/json') && answer.body !== '';
    return { status: answer.statusCode, body: json ? JSON.parse(answer.body) : undefined, text: answer.body, headers: answer.headers };
  };
  return {
    headers,
    get: (path, more) => send('GET', path, undefined, more),
    post: (path, body, more) => send('POST', path, body, more),
    put: (path, body, more) => send('PUT', path, body, more),
    patch: (path, body, more) => send('PATCH', path, body, more),
    delete: (path, more) => send('DELETE', path, undefined, more),
    with: (more) => createCaller(app, { ...headers, ...more }),
  };
}
