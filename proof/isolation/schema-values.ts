import type { Json } from '../fuzz/json.ts';
import type { Schema } from '../fuzz/operations.ts';
import type { Random } from '../random.ts';

/** Chooses ids of existing records; `at` is the index in an array, so that each element gets another id. */
export interface IdSource {
  idOf(field: string, at: number): string;
  /** The id in the path of an operation, after this segment. */
  idInPath(operation: string, folder: string): string;
}

const typeOf = ({ type }: Schema): string | undefined => [type].flat().find((name) => name !== 'null');

/** The length of the largest legal array. Without a limit in the description, 1,000 is assumed. */
export const lengthOf = ({ maxItems = 1_000 }: Schema): number => maxItems;

const isBounded = ({ format, enum: known, pattern, maxLength }: Schema): boolean =>
  maxLength !== undefined ||
  known !== undefined ||
  pattern !== undefined ||
  (format !== undefined && !format.endsWith('text'));

/** A value that the schema rejects: a text of `filler` with at least `pad` characters where a text can be wrong. */
export function wrongValue(schema: Schema, { pad, filler }: { pad: number; filler: string }): Json {
  const wrong = (inner: Schema) => wrongValue(inner, { pad, filler });
  const first = schema.anyOf?.[0];
  if (first !== undefined) return wrong(first);
  switch (typeOf(schema)) {
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, field]) => [name, wrong(field)]));
    case 'array':
      return Array.from({ length: lengthOf(schema) }, () => wrong(schema.items ?? {}));
    case 'string': {
      // Only another type is wrong for a text without limits.
      if (!isBounded(schema)) return 7;
      const length = Math.max(pad, (schema.maxLength ?? 0) + 1);
      return filler.repeat(Math.ceil(length / filler.length)).slice(0, length);
    }
    default:
      return filler.repeat(Math.ceil(pad / filler.length)).slice(0, Math.max(1, pad));
  }
}

/** The number of texts that `wrongValue` pads. */
export function countPadded(schema: Schema): number {
  const first = schema.anyOf?.[0];
  if (first !== undefined) return countPadded(first);
  switch (typeOf(schema)) {
    case 'object':
      return Object.values(schema.properties ?? {}).reduce((sum, field) => sum + countPadded(field), 0);
    case 'array':
      return lengthOf(schema) * countPadded(schema.items ?? {});
    case 'string':
      return isBounded(schema) ? 1 : 0;
    default:
      return 1;
  }
}

let serial = 0;

/** A unique text of the largest legal length, or of an ordinary one. */
function textOf(
  field: string,
  { format = '', maxLength = 200, minLength = 0, pattern }: Schema,
  isLargest: boolean,
): string {
  serial += 1;
  const fill = (text: string) =>
    isLargest ? text.padEnd(maxLength, 'x').slice(0, maxLength) : text.padEnd(minLength, 'x');
  switch (format) {
    case 'email':
      return `n${serial}@example.com`;
    case 'currency':
      return 'USD';
    case 'timezone':
      return 'Europe/Berlin';
    case 'uri':
      return `https://example.com/${serial}.png`;
    case 'date-time':
      return new Date(Date.now() - 60_000).toISOString();
    case 'date':
    case 'date-or-time':
      return field.startsWith('start') ? '2026-01-01' : '2026-12-31';
    default:
  }
  if (field === 'url') return `http://127.0.0.1:9/${serial}`;
  if (field === 'pin') return '4821';
  if (pattern !== undefined) return pattern.includes('[1-9]') ? `+49 30 ${1_000_000 + serial}` : '1';
  if (/password/.test(field)) return 'a good long password';
  if (/^types?$/.test(field)) return '*';
  return fill(`${field} ${serial}`);
}

/** A value that the schema accepts: with all fields, full arrays and the longest texts, or with the required fields only. */
export function rightValue(
  field: string,
  schema: Schema,
  draw: { ids: IdSource; random: Random; isLargest: boolean },
  at = 0,
): Json {
  const { ids, random, isLargest } = draw;
  if (schema.const !== undefined) return schema.const as Json;
  if (schema.enum !== undefined) return schema.enum[0] as Json;
  if (schema.type === 'null') return null;
  if (schema.anyOf?.[0] !== undefined) return rightValue(field, schema.anyOf[0], draw, at);
  switch (typeOf(schema)) {
    case 'object': {
      const { properties = {}, required = [] } = schema;
      // Leaves out the client's own id, which must be new in each request.
      const chosen = Object.entries(properties).filter(
        ([name]) => required.includes(name) || (isLargest && name !== 'id'),
      );
      return Object.fromEntries(chosen.map(([name, inner]) => [name, rightValue(name, inner, draw, at)]));
    }
    case 'array': {
      const length = isLargest ? lengthOf(schema) : Math.max(1, schema.minItems ?? 0);
      return Array.from({ length }, (_, index) => rightValue(field, schema.items ?? {}, draw, index));
    }
    case 'integer':
    case 'number':
      return Math.min(schema.maximum ?? 1, Math.max(schema.minimum ?? 1, 1));
    case 'boolean':
      return random.below(2) === 0;
    default:
      return schema.format === 'uuid' ? ids.idOf(field, at) : textOf(field, schema, isLargest);
  }
}

/** The paths of the arrays in a schema, outermost first. */
export function arraysIn(schema: Schema, path: readonly string[] = []): { path: readonly string[]; items: Schema }[] {
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => arraysIn(field, [...path, name]));
  const own = typeOf(schema) === 'array' ? [{ path, items: schema.items ?? {} }] : [];
  return [...own, ...inner];
}
