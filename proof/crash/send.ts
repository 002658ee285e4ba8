import { type Agent, request } from 'node:http';
import { type Act, type Answered, digestOf, type Unknown } from './acts.ts';

/** Why it is not known whether a request was carried out. */
export class NoAnswer extends Error {
  readonly unknown: Unknown;

  constructor(unknown: Unknown) {
    super(unknown.why);
    this.unknown = unknown;
  }
}

interface Reply extends Answered {
  body: string;
}

const usual_patience_ms = 30_000;

interface Recipient {
  url: string;
  token: string;
  agent: Agent;
  patience_ms?: number;
}

/** Sends an act once. @throws NoAnswer for whatever does not say whether it was done: no whole answer, 503, or 429 */
export async function sendAct(act: Act, to: Recipient): Promise<Reply> {
  const { path, type, body } = wireOf(act);
  const answer = await send({
    ...to,
    path: `/api/v1${path}`,
    body,
    headers: { authorization: `Bearer ${to.token}`, 'idempotency-key': act.name, 'content-type': type },
  });
  // More imports at once than a merchant's share: not done, and to be sent again.
  if (answer.status === 429) throw new NoAnswer({ why: '429', begun: false, fresh: false });
  if (answer.status === 503) {
    if (JSON.parse(answer.body).error.code !== 'UNAVAILABLE')
      throw new Error(`a 503 without its envelope: ${answer.body}`);
    throw new NoAnswer({ why: '503', begun: false, fresh: false });
  }
  const data = answer.status < 300 ? JSON.parse(answer.body).data : undefined;
  return { ...answer, digest: digestOf(answer.body), id: data?.id };
}

function wireOf(act: Act): { path: string; type: string; body: string } {
  const type = 'application/json';
  switch (act.kind) {
    case 'sale':
      return { path: '/transactions', type, body: JSON.stringify(act.body) };
    case 'complete':
    case 'refund':
      return { path: `/transactions/${act.sale_id}/${act.kind}`, type, body: JSON.stringify(act.body) };
    case 'adjust':
      return { path: '/inventory/adjustment', type, body: JSON.stringify(act.body) };
    case 'transfer':
      return { path: '/inventory/transfer', type, body: JSON.stringify(act.body) };
    case 'import': {
      const csv = [
        'sku,name,price,stock',
        ...act.rows.map(({ sku, price, stock }) => `${sku},Imported,${price},${stock}`),
      ].join('\n');
      const part = `content-disposition: form-data; name="file"; filename="stock.csv"\r\ncontent-type: text/csv\r\n\r\n${csv}`;
      const body = `--${act.name}\r\n${part}\r\n--${act.name}--\r\n`;
      return { path: '/inventory/import', type: `multipart/form-data; boundary=${act.name}`, body };
    }
  }
}

interface Post {
  url: string;
  path: string;
  agent: Agent;
  headers: Record<string, string>;
  body: string;
  patience_ms?: number;
}

/** By hand and not by `fetch`: whether an answer had begun when the connection was cut is what is to be known. */
function send({
  url,
  path,
  agent,
  headers,
  body,
  patience_ms: timeout = usual_patience_ms,
}: Post): Promise<{ status: number; body: string; replayed: boolean }> {
  return new Promise((resolve, reject) => {
    let begun = false;
    const failed = ({ message }: Error) => reject(new NoAnswer({ why: message, begun, fresh: !sent.reusedSocket }));
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
    sent.once('timeout', () => sent.destroy(new Error('timeout')));
    sent.once('error', failed);
    sent.end(body);
  });
}
