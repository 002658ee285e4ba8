/** What stands in an array without quotes, unless it is the word for nothing. */
const isPlain = (text: string) => /^[\w.:+-]+$/.test(text) && text.toLowerCase() !== 'null';
const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

/**
 * A list as PostgreSQL reads an array. The driver writes one, too, but takes each element for one that needs quotes: with a sale's columns that was a
 * tenth of the service's work. What is no list of texts, numbers, truth values, bytes and nothings is left to it.
 */
export function arrayLiteral(values: readonly unknown[]): string | undefined {
  let literal = '{';
  for (let index = 0; index < values.length; index += 1) {
    const text = elementOf(values[index]);
    if (text === undefined) return undefined;
    literal += index === 0 ? text : `,${text}`;
  }
  return `${literal}}`;
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
