import { newId } from '../../server/src/core/ids.ts';
import type { MerchantFixture } from '../merchant-fixture.ts';
import type { Kind } from '../merchant-records.ts';
import type { Random } from '../random.ts';
import { hostileTexts } from './hostile.ts';
import type { Json } from './json.ts';
import type { Schema } from './operations.ts';

/** The source of drawn values. */
export interface Source {
  random: Random;
  fixture: MerchantFixture;
}

const kindsByName: Record<string, Kind> = {
  product_id: 'product',
  ids: 'product',
  warehouse_id: 'warehouse',
  from_warehouse: 'warehouse',
  to_warehouse: 'warehouse',
  branch_id: 'branch',
  branch_ids: 'branch',
  customer_id: 'customer',
  register_id: 'register',
  shift_id: 'shift',
};

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Values for text fields whose schema does not restrict them. */
const wordsByName: Record<string, readonly string[]> = {
  sort: ['name', '-created_at', 'id'],
  types: ['customer.*', 'sale.completed', '*'],
  after: ['0', '1'],
  last_event_id: ['0', '1'],
  'last-event-id': ['0', '1'],
  'Idempotency-Key': ['a', 'b'],
  Prefer: ['return=representation', 'return=minimal', 'wait=5'],
};

const days = ['2026-01-01', '2026-02-28', '2026-06-30'];
const laterDays = ['2026-12-31', '2027-01-31'];

let drawn = 0;

function idFor({ random, fixture }: Source, name: string): string {
  const kind = kindsByName[snake(name)];
  if (kind === undefined || random.below(25) === 0) return newId();
  return fixture.ids[kind];
}

function textFor(
  { random }: Source,
  name: string,
  { format = '', minLength = 0, maxLength = 200, pattern }: Schema,
): string {
  drawn += 1;
  if (format.startsWith('email')) return `f${drawn}@example.com`;
  if (format === 'currency') return random.oneOf(['USD', 'EUR', 'JPY']);
  if (format === 'timezone') return random.oneOf(['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/Santiago']);
  if (format === 'uri') return `https://example.com/${drawn}.png`;
  if (format === 'date-time') return new Date(Date.now() - random.below(3_600_000)).toISOString();
  if (format.startsWith('date')) return random.oneOf(snake(name).startsWith('end') ? laterDays : days);
  if (pattern?.includes('[1-9]')) return `+49 30 ${1_000_000 + drawn}`;
  if (pattern !== undefined) return pattern.includes('\\d') ? String(random.below(5)) : 'abcd';
  const words = wordsByName[snake(name)] ?? wordsByName[name];
  if (words !== undefined) return name === 'Idempotency-Key' ? `key-${drawn}` : random.oneOf(words);
  const hostile = random.oneOf(hostileTexts);
  // Texts that the service always rejects would make every request fail.
  const clean = random.below(3) > 0 || /[\0\ud800]/.test(hostile) ? 'some words' : hostile;
  const text = /sku|barcode|token|name/i.test(name) ? `${drawn} ${clean}` : clean;
  return [...text.padEnd(minLength, 'x')].slice(0, Math.min(maxLength, 60)).join('');
}

function numberFor({ random }: Source, name: string, { type, minimum = 0, maximum = 1_000 }: Schema): number {
  if (/stock/i.test(name)) return 1_000 + random.below(1_000);
  // Usually a small number, sometimes a limit of the schema.
  const edge = random.below(30);
  if (edge === 0) return minimum;
  if (edge === 1 && name !== 'limit') return maximum;
  const whole = Math.max(minimum, Math.min(maximum, 1 + random.below(3)));
  return type === 'integer' || random.below(2) === 0 ? whole : whole + 0.5;
}

/** A value that a schema accepts, with ids of this shop. */
export function valueFor(source: Source, name: string, schema: Schema): Json {
  const { random } = source;
  // Without a second factor, people of other roles could send none of the following requests.
  if (/^require_?totp_?roles$/i.test(name)) return random.below(2) === 0 ? [] : ['viewer'];
  if (schema.const !== undefined) return schema.const as Json;
  if (schema.enum !== undefined) return random.oneOf(schema.enum) as Json;
  if (schema.anyOf !== undefined) return valueFor(source, name, random.oneOf(schema.anyOf));
  const types = [schema.type].flat();
  if (types.includes('null') && random.below(10) === 0) return null;
  switch (types.find((type) => type !== 'null')) {
    case 'object':
      return objectFor(source, schema);
    case 'array': {
      const length = Math.max(schema.minItems ?? 0, random.below(Math.min(3, (schema.maxItems ?? 3) + 1)));
      return Array.from({ length }, () => valueFor(source, name, schema.items ?? {}));
    }
    case 'integer':
    case 'number':
      return numberFor(source, name, { ...schema, type: types[0] ?? 'number' });
    case 'boolean':
      return random.below(2) === 0;
    default:
      return schema.format === 'uuid' ? idFor(source, name) : textFor(source, name, schema);
  }
}

/** An object with the required fields and some of the others. */
function objectFor(source: Source, { properties = {}, required = [] }: Schema): Json {
  const { random } = source;
  const share = random.below(4);
  const chosen = Object.entries(properties).filter(
    ([name]) => required.includes(name) || (name !== 'id' && random.below(4) < share),
  );
  return Object.fromEntries(chosen.map(([name, schema]) => [name, valueFor(source, name, schema)]));
}
