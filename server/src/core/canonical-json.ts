import { createHash } from 'node:crypto';

/** The JSON of a value in the one form of RFC 8785: names in the order of their UTF-16 code units, no white space. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((entry) => canonicalJson(entry ?? null)).join(',')}]`;
  // Numbers and texts are written as ECMAScript does, which RFC 8785 prescribes.
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = new Map<string, unknown>(Object.entries(value).filter(([, field]) => field !== undefined));
  // Without a function, `sort` compares code units.
  const names = [...fields.keys()].sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(fields.get(name))}`).join(',')}}`;
}

/** A request that an approval is for. */
export interface Payload {
  method: string;
  /** With `/api/v1`, without a query. */
  path: string;
  /** As sent; nothing counts as `{}`. */
  body: unknown;
}

/** SHA-256 of the canonical JSON of a request. */
export const payloadHash = ({ method, path, body }: Payload): Buffer =>
  createHash('sha256')
    .update(canonicalJson({ method, path, body: body ?? {} }))
    .digest();
