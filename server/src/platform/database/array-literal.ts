/** Whether a text needs no quotes in an array. The word null does, since it would be read as a null. */
const isPlain = (text: string) => /^[\w.:+-]+$/.test(text) && text.toLowerCase() !== 'null';
/** Twice `replaceAll`, because one regular expression takes 3.6 times as long for the event of a large sale. */
const quoted = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/**
 * A list as a PostgreSQL array literal. The driver writes one, too, but quotes each element: with a sale's columns that
 * was a tenth of the service's CPU time. Returns undefined for lists with anything else than texts, numbers, booleans,
 * bytes and nulls, which are left to the driver.
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
