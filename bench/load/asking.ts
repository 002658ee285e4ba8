import { randomUUID } from 'node:crypto';

/** One who sells: with a token of their shop, from these products. */
export interface Till {
  token: string;
  product_ids: string[];
}

/** What is asked, so that it can be told to another process. */
export type Asking =
  | { kind: 'get'; token: string; paths: string[] }
  /** Each connection is a till; those of several shops take turns. */
  | { kind: 'sale'; tills: Till[]; lines: number };

/** The bytes of the next request of a connection. */
export function requestsOf(asking: Asking): (connection: number) => Buffer {
  if (asking.kind === 'sale')
    return (connection) => saleOf(asking.tills[connection % asking.tills.length], asking.lines);
  const requests = asking.paths.map((path) => requestOf('GET', path, asking.token));
  let asked = 0;
  return () => requests[asked++ % requests.length] ?? Buffer.alloc(0);
}

function saleOf(till: Till | undefined, lines: number): Buffer {
  if (till === undefined) throw new Error('a sale needs a till');
  const items = drawProducts(till.product_ids, lines).map(
    (product_id) => `{"product_id":"${product_id}","quantity":1}`,
  );
  return requestOf('POST', '/transactions', till.token, `{"items":[${items.join()}],"payment_method":"cash"}`);
}

/** Different ones, each from its own part of the list. */
function drawProducts(ids: readonly string[], count: number): string[] {
  const part = Math.floor(ids.length / count);
  return Array.from({ length: count }, (_, index) => ids[index * part + Math.floor(Math.random() * part)] ?? '');
}

function requestOf(method: string, path: string, token: string, body?: string): Buffer {
  const sent =
    body === undefined
      ? ''
      : `idempotency-key: ${randomUUID()}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n`;
  return Buffer.from(
    `${method} /api/v1${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n${sent}\r\n${body ?? ''}`,
  );
}
