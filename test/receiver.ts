import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** Sets the response to the following requests. The default is 200. */
  respondWith(respond: (response: ServerResponse, received: Received) => void): void;
  close(): Promise<void>;
}

/** A local HTTP server that receives webhooks and responds as the test sets it. */
export async function aReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const accept = (response: ServerResponse) => response.end('Thank you');
  let respond: (response: ServerResponse, received: Received) => void = accept;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const one = { headers: request.headers, body };
    received.push(one);
    respond(response, one);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    respondWith(next) {
      respond = next;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
