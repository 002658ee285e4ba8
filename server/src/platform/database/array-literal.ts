/** Whether a text needs no quotes in an array. The word null does, since it would be read as a null. */
const isPlain = (text: string) => /^[\w.:+-]+$/.test(text) && !(text.length === 4 && text.toLowerCase() === 'null');

/** What JSON escapes in another way than a PostgreSQL array. */
const controlCharacter = /\p{Cc}/u;

function quoted(text: string): string {
  if (!/["\\]/.test(text)) return `"${text}"`;
  // For the events of a large sale, this takes a sixth of the time, and of the memory.
  if (!controlCharacter.test(text) && text.isWellFormed()) return JSON.stringify(text);
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

/**
 * A list as a PostgreSQL array literal. The driver writes one, too, but quotes each element: with a sale's columns that
 * was a tenth of the service's CPU time. Returns undefined for lists with anything else than texts, numbers, booleans,
 * bytes and nulls, which are left to the driver.
 */
export function arrayLiteral(values: readonly unknown[]): string | undefined {
  const elements: string[] = [];
  for (const value of values) {
    const text = elementOf(value);
    if (text === undefined) return undefined;
    elements.push(text);
  }
  return `{${elements.join(',')}}`;
}

function elementOf(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return isPlain(value) ? value : quoted(value);
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'undefined':
      return 'NULL';
    default:
      if (value === null) return 'NULL';
      return Buffer.isBuffer(value) ? `"\\\\x${value.toString('hex')}"` : undefined;
  }
}

const quotedOrPlain = /"([^"\\]*(?:\\.[^"\\]*)*)"|([^,"{}]+)/gs;

/**
 * The elements of a PostgreSQL array literal with one dimension, as the database writes it. The driver reads it
 * character by character: a page of products with long addresses of pictures held the event loop for a tenth of a
 * second.
 */
export function elementsIn(literal: string): (string | null)[] {
  if (literal === '{}') return [];
  const textOf = (text: string) => (text === 'NULL' ? null : text);
  if (!literal.includes('"')) return literal.slice(1, -1).split(',').map(textOf);
  return Array.from(literal.matchAll(quotedOrPlain), ([, quotedText, plain]) =>
    quotedText === undefined ? textOf(plain ?? '') : quotedText.replace(/\\(.)/gs, '$1'),
  );
}
