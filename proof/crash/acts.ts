import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** A shop as its tills know it. */
export interface Store {
  merchant_id: string;
  token: string;
  products: { id: string; price: number }[];
  warehouses: [string, string];
  customer_id: string;
}

interface SaleBody {
  id?: string;
  items: { product_id: string; quantity: number; price?: number }[];
  status?: 'pending';
  payments?: { method: string; amount: number; reference: string }[];
  customer_id?: string;
  occurred_at?: string;
  note: string;
}

/** What is asked of the service once. Its name is its key, and stands in what it makes, so that it is found there. */
export type Act = { name: string; merchant_id: string } & (
  | { kind: 'sale'; body: SaleBody }
  | { kind: 'complete'; sale_id: string; body: Required<Pick<SaleBody, 'payments'>> }
  | { kind: 'refund'; sale_id: string; body: { reason: string; items?: { product_id: string; quantity: number }[] } }
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
  | { kind: 'import'; rows: { sku: string; price: number; stock: number }[] }
);

export interface Answered {
  status: number;
  /** Of the bytes of the answer. */
  digest: string;
  /** Of what was made. */
  id: string | undefined;
  /** Whether it had been done before, by a try whose answer did not come. */
  replayed: boolean;
}

/** Cut off, too late, or 503: done or not. */
export interface Unknown {
  why: string;
  /** A part of the answer had come. */
  begun: boolean;
  /** The connection was made for this request: it was not closed for having been idle. */
  fresh: boolean;
}

export type Line =
  | { invoke: Act }
  | { name: string; ok: Answered }
  | { name: string; unknown: Unknown }
  | { name: string; refused: string };

/** An act and what came back of it, in the end. */
export interface Recorded {
  act: Act;
  ok?: Answered;
  refused?: string;
  /** Each try whose outcome was not known. */
  unknown: Unknown[];
}

export const digestOf = (body: string): string => createHash('sha256').update(body).digest('hex');

/** What a client has asked and heard, kept outside of the service: a line is written before anything is sent, and after it was answered. */
export function openLog(path: string): { write(line: Line): void; close(): void } {
  const file = openSync(path, 'a');
  return { write: (line) => void writeSync(file, `${JSON.stringify(line)}\n`), close: () => closeSync(file) };
}

export async function readLogs(paths: readonly string[]): Promise<Recorded[]> {
  const acts = new Map<string, Recorded>();
  for (const path of paths) {
    for (const text of (await readFile(path, 'utf8')).split('\n').slice(0, -1)) {
      const line = JSON.parse(text) as Line;
      if ('invoke' in line) {
        acts.set(line.invoke.name, { act: line.invoke, unknown: [] });
        continue;
      }
      const recorded = acts.get(line.name);
      if (recorded === undefined) throw new Error(`${line.name} was answered, and never asked`);
      if ('ok' in line) recorded.ok = line.ok;
      else if ('refused' in line) recorded.refused = line.refused;
      else recorded.unknown.push(line.unknown);
    }
  }
  return [...acts.values()];
}
