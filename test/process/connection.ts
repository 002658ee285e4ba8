import { Agent, request } from 'node:http';

// biome-ignore lint/suspicious/noExplicitAny: tests read responses like an untyped client.
type Body = any;

export interface HttpResponse {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: Body;
}

/** A kept-alive connection: one process answers all of its requests. */
export interface Connection {
  call(
    method: string,
    path: string,
    options?: { token?: string | undefined; body?: object; headers?: Record<string, string> },
  ): Promise<HttpResponse>;
  close(): void;
}

export function connect(url: string): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    call: (method, path, { token, body, headers = {} } = {}) =>
      new Promise((resolve, reject) => {
        const sent = request(`${url}${path}`, {
          method,
          agent,
          headers: {
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
        });
        sent.once('error', reject);
        sent.once('response', async (answer) => {
          const text = (await answer.toArray().catch(() => [])).join('');
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: text.startsWith('{') ? JSON.parse(text) : text,
          });
        });
        sent.end(body === undefined ? undefined : JSON.stringify(body));
      }),
    close: () => agent.destroy(),
  };
}
