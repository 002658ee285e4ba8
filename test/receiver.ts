import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** What it answers from now on; 200 at first. */
  behave(answer: (response: ServerResponse, received: Received) => void): void;
  close(): Promise<void>;
}

/** Somebody on this machine who takes webhooks, and does with them what the test wants. */
export async function aReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const well = (response: ServerResponse) => response.end('Thank you');
  let answer: (response: ServerResponse, one: Received) => void = well;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const one = { headers: request.headers, body };
    received.push(one);
    answer(response, one);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    behave(next) {
      answer = next;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
