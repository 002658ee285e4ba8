import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** What a client needs to know of a shop. */
export interface Store {
  merchant_id: string;
  token: string;
  /** Of a manager, who approves what the owner requests. */
  approver_token: string;
  products: { id: string; price: number }[];
  warehouses: [string, string];
  customer_id: string;
  /** A register with an open shift. */
  register_id: string;
  shift_id: string;
}

interface SaleBody {
  id?: string;
  items: { product_id: string; quantity: number; price?: number }[];
  status?: 'pending';
  payments?: { method: string; amount: number; reference: string }[];
  customer_id?: string;
  occurred_at?: string;
  register_id?: string;
  note: string;
}

interface Movement {
  type: 'paid_in' | 'paid_out';
  amount: number;
  reason: string;
}

/** One change that a client requests. Its name is the idempotency key, and also a text in the rows that it creates. */
export type Operation = { name: string; merchant_id: string } & (
  | { kind: 'sale'; body: SaleBody }
  | { kind: 'complete'; sale_id: string; body: Required<Pick<SaleBody, 'payments'>> & Pick<SaleBody, 'register_id'> }
  | {
      kind: 'refund';
      sale_id: string;
      body: { reason: string; register_id?: string; items?: { product_id: string; quantity: number }[] };
    }
  | {
      kind: 'adjust';
      body: {
        product_id: string;
        warehouse_id: string;
        quantity: number;
        type: 'addition' | 'subtraction';
        reason: string;
      };
    }
  | {
      kind: 'transfer';
      body: { product_id: string; from_warehouse: string; to_warehouse: string; quantity: number; reason: string };
    }
  | { kind: 'pay'; shift_id: string; body: Movement; approval_id?: string }
  | { kind: 'ask'; body: { action: 'paid_out'; method: 'POST'; path: string; body: Movement } }
  | { kind: 'approve'; approval_id: string }
  | { kind: 'import'; rows: { sku: string; price: number; stock: number }[] }
);

export type Tokens = Pick<Store, 'token' | 'approver_token'>;

/** The token of the person who sends an operation. */
export const tokenOf = ({ kind }: Operation, { token, approver_token }: Tokens): string =>
  kind === 'approve' ? approver_token : token;

export interface OperationResponse {
  status: number;
  /** SHA-256 of the response body. */
  digest: string;
  /** Of the created record. */
  id: string | undefined;
  /** True if an earlier attempt, whose response did not arrive, carried out the operation. */
  replayed: boolean;
}

/** An attempt that may or may not have been carried out: cut off, timed out, or 503. */
export interface UnknownOutcome {
  why: string;
  /** A part of the response arrived. */
  begun: boolean;
  /** The connection was opened for this request, which followed at once, so it was not closed because it was idle. */
  fresh: boolean;
}

export type Line =
  | { invoke: Operation }
  | { name: string; ok: OperationResponse }
  | { name: string; unknown: UnknownOutcome }
  | { name: string; refused: string };

/** An operation and its final outcome. */
export interface OperationRecord {
  operation: Operation;
  ok?: OperationResponse;
  refused?: string;
  /** Each attempt with an unknown outcome. */
  unknown: UnknownOutcome[];
}

export const digestOf = (body: string): string => createHash('sha256').update(body).digest('hex');

/** A client's own log of its operations. It gets one line before a request is sent, and one after the response. */
export function openLog(path: string): { write(line: Line): void; close(): void } {
  const file = openSync(path, 'a');
  return { write: (line) => void writeSync(file, `${JSON.stringify(line)}\n`), close: () => closeSync(file) };
}

export async function readLogs(paths: readonly string[]): Promise<OperationRecord[]> {
  const operations = new Map<string, OperationRecord>();
  for (const path of paths) {
    for (const text of (await readFile(path, 'utf8')).split('\n').slice(0, -1)) {
      const line = JSON.parse(text) as Line;
      if ('invoke' in line) {
        operations.set(line.invoke.name, { operation: line.invoke, unknown: [] });
        continue;
      }
      const record = operations.get(line.name);
      if (record === undefined) throw new Error(`${line.name} has a response, but was never sent`);
      if ('ok' in line) record.ok = line.ok;
      else if ('refused' in line) record.refused = line.refused;
      else record.unknown.push(line.unknown);
    }
  }
  return [...operations.values()];
}
