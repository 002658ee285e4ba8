import { randomUUID } from 'node:crypto';

/** A till of one shop, and the products that it sells. */
export interface Till {
  token: string;
  product_ids: string[];
}

/** The requests to send, in a form that another process can receive. */
export type Workload =
  | { kind: 'get'; token: string; paths: string[] }
  /** Each connection is a till. The tills are assigned in turn. */
  | { kind: 'sale'; tills: Till[]; lines: number };

/** @returns a function that gives the bytes of the next request of a connection */
export function requestsOf(workload: Workload): (connection: number) => Buffer {
  if (workload.kind === 'sale')
    return (connection) => saleOf(workload.tills[connection % workload.tills.length], workload.lines);
  const requests = workload.paths.map((path) => requestOf('GET', path, workload.token));
  let count = 0;
  return () => requests[count++ % requests.length] ?? Buffer.alloc(0);
}

function saleOf(till: Till | undefined, lines: number): Buffer {
  if (till === undefined) throw new Error('a sale needs a till');
  const items = drawProducts(till.product_ids, lines).map(
    (product_id) => `{"product_id":"${product_id}","quantity":1}`,
  );
  return requestOf('POST', '/transactions', till.token, `{"items":[${items.join()}],"payment_method":"cash"}`);
}

/** Draws different products, each from its own part of the list. */
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
