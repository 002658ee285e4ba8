import { type Agent, request } from 'node:http';
import {
  digestOf,
  type Operation,
  type OperationResponse,
  type Tokens,
  tokenOf,
  type UnknownOutcome,
} from './operations.ts';

/** It is not known whether the request was carried out. */
export class OutcomeUnknownError extends Error {
  readonly unknown: UnknownOutcome;

  constructor(unknown: UnknownOutcome) {
    super(unknown.why);
    this.unknown = unknown;
  }
}

interface Reply extends OperationResponse {
  body: string;
}

const default_timeout_ms = 30_000;
/**
 * A connection is open before this process notices it, which takes long on a busy machine. A service that stops closes one
 * that has sent nothing for half a second.
 */
const connectingAtMost_ms = 400;

interface Recipient {
  url: string;
  /** The shop of the operation. */
  store: Tokens;
  agent: Agent;
  timeout_ms?: number;
}

/** Sends an operation once. @throws OutcomeUnknownError without a complete response, and for 503 and 429 */
export async function sendOperation(operation: Operation, to: Recipient): Promise<Reply> {
  const { path, type, body } = wireOf(operation);
  const answer = await send({
    ...to,
    path: `/api/v1${path}`,
    body,
    headers: {
      authorization: `Bearer ${tokenOf(operation, to.store)}`,
      'idempotency-key': operation.name,
      'content-type': type,
      ...(operation.kind === 'pay' && operation.approval_id !== undefined
        ? { 'approval-id': operation.approval_id }
        : {}),
    },
  });
  // The merchant's share of concurrent imports is used up: the operation must be sent again.
  if (answer.status === 429) throw new OutcomeUnknownError({ why: '429', begun: false, fresh: false });
  if (answer.status === 503) {
    if (JSON.parse(answer.body).error.code !== 'UNAVAILABLE')
      throw new Error(`a 503 without the error envelope: ${answer.body}`);
    throw new OutcomeUnknownError({ why: '503', begun: false, fresh: false });
  }
  const data = answer.status < 300 ? JSON.parse(answer.body).data : undefined;
  return { ...answer, digest: digestOf(answer.body), id: data?.id };
}

function wireOf(operation: Operation): { path: string; type: string; body: string } {
  const type = 'application/json';
  switch (operation.kind) {
    case 'sale':
      return { path: '/transactions', type, body: JSON.stringify(operation.body) };
    case 'complete':
    case 'refund':
      return {
        path: `/transactions/${operation.sale_id}/${operation.kind}`,
        type,
        body: JSON.stringify(operation.body),
      };
    case 'adjust':
      return { path: '/inventory/adjustment', type, body: JSON.stringify(operation.body) };
    case 'transfer':
      return { path: '/inventory/transfer', type, body: JSON.stringify(operation.body) };
    case 'pay':
      return { path: `/shifts/${operation.shift_id}/movements`, type, body: JSON.stringify(operation.body) };
    case 'ask':
      return { path: '/approvals', type, body: JSON.stringify(operation.body) };
    case 'approve':
      return { path: `/approvals/${operation.approval_id}/approve`, type, body: '{}' };
    case 'import': {
      const csv = [
        'sku,name,price,stock',
        ...operation.rows.map(({ sku, price, stock }) => `${sku},Imported,${price},${stock}`),
      ].join('\n');
      const part = `content-disposition: form-data; name="file"; filename="stock.csv"\r\ncontent-type: text/csv\r\n\r\n${csv}`;
      const body = `--${operation.name}\r\n${part}\r\n--${operation.name}--\r\n`;
      return { path: '/inventory/import', type: `multipart/form-data; boundary=${operation.name}`, body };
    }
  }
}

interface Post {
  url: string;
  path: string;
  agent: Agent;
  headers: Record<string, string>;
  body: string;
  timeout_ms?: number;
}

/** Uses `node:http`, because `fetch` does not tell whether the response had begun when the connection was cut. */
function send({
  url,
  path,
  agent,
  headers,
  body,
  timeout_ms: timeout = default_timeout_ms,
}: Post): Promise<{ status: number; body: string; replayed: boolean }> {
  return new Promise((resolve, reject) => {
    let begun = false;
    let connecting_ms = 0;
    const failed = ({ message }: Error) => {
      const fresh = !sent.reusedSocket && connecting_ms < connectingAtMost_ms;
      reject(new OutcomeUnknownError({ why: message, begun, fresh }));
    };
    const length = { 'content-length': Buffer.byteLength(body) };
    const sent = request(
      url + path,
      { method: 'POST', agent, headers: { ...headers, ...length }, timeout },
      (response) => {
        begun = true;
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', failed);
        response.once('end', () => {
          const replayed = response.headers['idempotent-replayed'] === 'true';
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString(), replayed });
        });
      },
    );
    sent.once('socket', (socket) => {
      const since = performance.now();
      socket.once('connect', () => {
        connecting_ms = performance.now() - since;
      });
    });
    sent.once('timeout', () => sent.destroy(new Error('timeout')));
    sent.once('error', failed);
    sent.end(body);
  });
}
