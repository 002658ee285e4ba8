import { newId } from '../../server/src/kernel/ids.ts';

interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minimum?: number;
  minItems?: number;
  minLength?: number;
  minProperties?: number;
  required?: string[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

const textByFormat: Record<string, string> = {
  email: 'somebody@example.com',
  date: '2026-03-01',
  'date-time': '2026-03-01T10:00:00.000Z',
  'date-or-time': '2026-03-01',
  uri: 'https://example.com/a.png',
  currency: 'USD',
  timezone: 'UTC',
};

/** The least value that a schema accepts: what is required, and no more. Written for the schemas of our requests. */
export function sampleOf(given: object): unknown {
  const schema = given as JsonSchema;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [first] = schema.anyOf ?? [];
  if (first !== undefined) return sampleOf(first);
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries((schema.required ?? []).map((name) => [name, sampleOf(schema.properties?.[name] ?? {})]));
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(schema.items ?? {}));
    case 'string':
      if (schema.format === 'uuid') return newId();
      return textByFormat[schema.format ?? ''] ?? 'x'.repeat(Math.max(1, schema.minLength ?? 0));
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    default:
      return null;
  }
}
