import type { App } from '../server/src/platform/context/app.ts';

export interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the test asserts the shape of the response.
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
  /** The same caller with further headers. */
  with(headers: Record<string, string>): Caller;
}

/** The transport: sends one request. `path` is the full path. */
export type Send = (request: {
  method: Method;
  path: string;
  headers: Record<string, string>;
  body?: string;
}) => Promise<Omit<Reply, 'body'>>;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export function createCaller(app: App, headers: Record<string, string>): Caller {
  return callerOver(async ({ method, path, headers: allHeaders, body }) => {
    const response = await app.inject({
      method,
      url: path,
      headers: allHeaders,
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: response.statusCode, text: response.body, headers: response.headers };
  }, headers);
}

export function callerOver(send: Send, headers: Record<string, string>): Caller {
  const call = async (
    method: Method,
    path: string,
    body: unknown,
    extra: Record<string, string> = {},
  ): Promise<Reply> => {
    const response = await send({
      method,
      path: path.startsWith('//') ? path.slice(1) : `/api/v1${path}`,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers, ...extra },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const json = String(response.headers['content-type'] ?? '').startsWith('application/json') && response.text !== '';
    return { ...response, body: json ? JSON.parse(response.text) : undefined };
  };
  return {
    headers,
    get: (path, extra) => call('GET', path, undefined, extra),
    post: (path, body, extra) => call('POST', path, body, extra),
    put: (path, body, extra) => call('PUT', path, body, extra),
    patch: (path, body, extra) => call('PATCH', path, body, extra),
    delete: (path, extra) => call('DELETE', path, undefined, extra),
    with: (extra) => callerOver(send, { ...headers, ...extra }),
  };
}
