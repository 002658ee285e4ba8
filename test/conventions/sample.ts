import { newId } from '../../server/src/core/ids.ts';

interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minimum?: number;
  minItems?: number;
  minLength?: number;
  maxLength?: number;
  maximum?: number;
  maxItems?: number;
  pattern?: string;
  minProperties?: number;
  required?: string[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

const textByFormat: Record<string, string> = {
  email: 'sample@example.com',
  date: '2026-03-01',
  'date-time': '2026-03-01T10:00:00.000Z',
  'date-or-time': '2026-03-01',
  uri: 'https://example.com/a.png',
  currency: 'USD',
  timezone: 'UTC',
};

/** The smallest value that a schema accepts: only required fields. Supports the schemas of our requests. */
export function sampleOf(given: object): unknown {
  const schema = given as JsonSchema;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [first] = schema.anyOf ?? [];
  if (first !== undefined) return sampleOf(first);
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, sampleOf(schema.properties?.[name] ?? {})]),
      );
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

interface Extreme {
  /** The character that fills texts. */
  character: string;
  /** Omits optional fields. */
  requiredOnly: boolean;
}

/** The largest value that a schema accepts. */
export function largestOf(given: object, extreme: Extreme): unknown {
  const schema = given as JsonSchema;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [first] = schema.anyOf ?? [];
  if (first !== undefined) return largestOf(first, extreme);
  const { properties = {}, required = [] } = schema;
  switch ([schema.type].flat().findLast((type) => type !== 'null')) {
    case 'object': {
      const names = extreme.requiredOnly ? required : Object.keys(properties);
      return Object.fromEntries(names.map((name) => [name, largestOf(properties[name] ?? {}, extreme)]));
    }
    case 'array':
      return Array.from({ length: Math.min(schema.maxItems ?? 1, 20) }, () => largestOf(schema.items ?? {}, extreme));
    case 'string':
      return largestText(schema, extreme.character);
    case 'integer':
    case 'number':
      return schema.maximum ?? 1_000_000;
    case 'boolean':
      return true;
    default:
      return null;
  }
}

let made = 0;

function largestText({ format = '', maxLength = 100, pattern }: JsonSchema, character: string): string {
  const fillUp = (suffix: string) => `${character.repeat(Math.max(0, maxLength - suffix.length))}${suffix}`;
  // The number makes the text unique.
  made += 1;
  if (format === 'uuid') return newId();
  if (format === 'email') return fillUp(`${made}@example.com`);
  if (format === 'uri') return `https://example.com/${made}/${character.repeat(maxLength - 40)}`;
  if (pattern !== undefined)
    return /\+/.test(pattern) && pattern.includes('[1-9]') ? '+123456789012345' : 'a'.repeat(maxLength);
  return textByFormat[format] ?? fillUp(String(made));
}
