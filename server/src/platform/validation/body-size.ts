/** Limits of the structure of a JSON body, checked before it is parsed. */

export const depthAtMost = 20;

/** The maximum of keys, elements and containers of one body. The largest body that a schema allows has about 6,000. */
export const valuesAtMost = 25_000;

export interface JsonSize {
  /** How deep objects and arrays are nested. Counting stops above the limit. */
  depth: number;
  /** Separators and containers: at least the number of keys and elements. */
  values: number;
  /** The lengths of the arrays directly below the outermost object, by key. */
  arrays: ReadonlyMap<string, number>;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openObject = 0x7b;
const closeObject = 0x7d;
const openArray = 0x5b;
const closeArray = 0x5d;

/**
 * Measures JSON text in one pass, without building any of its values. The figures for text that is not JSON are
 * meaningless.
 */
export function measureJson(text: string): JsonSize {
  const arrays = new Map<string, number>();
  const size = { depth: 0, values: 0, arrays };
  let depth = 0;
  let key = '';
  let array: { key: string; commas: number; start: number } | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const end = endOfString(text, at);
      if (depth === 1) key = text.slice(at, end + 1);
      at = end;
    } else if (code === comma) {
      size.values += 1;
      if (depth === 2 && array !== undefined) array.commas += 1;
    } else if (code === openObject || code === openArray) {
      size.values += 1;
      depth += 1;
      size.depth = Math.max(size.depth, depth);
      if (depth > depthAtMost) return size;
      if (depth === 2) array = code === openArray ? { key, commas: 0, start: at } : undefined;
    } else if (code === closeObject || code === closeArray) {
      if (depth === 2 && array !== undefined) {
        const isEmpty = array.commas === 0 && text.slice(array.start + 1, at).trim() === '';
        arrays.set(keyOf(array.key), isEmpty ? 0 : array.commas + 1);
        array = undefined;
      }
      depth -= 1;
    }
  }
  return size;
}

/** The position of the closing quotation mark of the string that begins here. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === backslash) at += 1;
    else if (code === quote) return at;
  }
  return text.length;
}

function keyOf(written: string): string {
  try {
    return String(JSON.parse(written));
  } catch {
    return '';
  }
}

/** The parts of a schema that bound arrays. */
export interface BoundedSchema {
  type?: string | string[];
  maxItems?: number;
  items?: BoundedSchema;
  properties?: Record<string, BoundedSchema>;
}

export interface OverlongArray {
  /** A JSON pointer, as Ajv writes it. */
  path: string;
  limit: number;
}

/**
 * Finds the arrays that are longer than their schema allows, and empties them, so that neither this function nor the
 * validator reads their elements.
 */
export function emptyOverlongArrays(
  schema: BoundedSchema,
  value: unknown,
  path = '',
  found: OverlongArray[] = [],
): OverlongArray[] {
  if (Array.isArray(value)) {
    const { maxItems: limit, items } = schema;
    if (limit !== undefined && value.length > limit) {
      found.push({ path, limit });
      value.length = 0;
    } else if (items?.properties !== undefined || items?.items !== undefined) {
      for (const [at, element] of value.entries()) emptyOverlongArrays(items, element, `${path}/${at}`, found);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, described] of Object.entries(schema.properties ?? {})) {
      if (described.properties === undefined && described.maxItems === undefined) continue;
      if (Object.hasOwn(value, name))
        emptyOverlongArrays(described, (value as Record<string, unknown>)[name], `${path}/${name}`, found);
    }
  }
  return found;
}
