/** Names of statements in traces and metrics: the operation and the table. */

const table = String.raw`"?([a-z_]\w*)\b"?(?:\."?(\w+)\b"?)?`;
const write = new RegExp(
  String.raw`\b(insert)\s+into\s+${table}|\b(delete)\s+from\s+${table}|(?<!\b(?:for|key|do)\s)\b(update)\s+${table}`,
  'gi',
);
const read = new RegExp(String.raw`\b(?:from|join)\s+(?:only\s+|lateral\s+)?${table}(?!\s*[(.])`, 'gi');
const ownTable = /\b([a-z_]\w*)"?\s*(?:\([^()]*\)\s*)?\bas\s+(?:not\s+)?(?:materialized\s+)?\(/gi;
/** Quoted text, comments, and uses of `from` that name no table. */
const misleading = /'(?:[^']|'')*'|\bextract\s*\(\s*\w+\s+from\b|\bdistinct\s+from\b|--[^\n]*/gi;

/**
 * `select products`, `lock stock_levels +1`: the operation, the first table, and the number of others. Made from the
 * text alone, which contains no values, so there are no more names than texts.
 */
export function titleOf(text: string): string {
  const plain = text.replace(misleading, ' ');
  const own = new Set([...plain.matchAll(ownTable)].map(([, name]) => name));
  const tablesOf = (found: RegExpExecArray[]) => {
    const names = found.map((one) =>
      one
        .slice(1)
        .filter((part) => part !== undefined && !/^(insert|update|delete)$/i.test(part))
        .join('.'),
    );
    return [...new Set(names.filter((name) => !own.has(name)))];
  };
  const title = (verb: string, [first, ...others]: readonly string[]) =>
    [verb, first, others.length === 0 ? undefined : `+${others.length}`].filter(Boolean).join(' ');

  const writes = [...plain.matchAll(write)];
  const [first] = writes;
  if (first !== undefined) return title((first[1] ?? first[4] ?? first[7] ?? '').toLowerCase(), tablesOf(writes));
  const verb = /\bfor\s+(?:no\s+key\s+)?(?:update|(?:key\s+)?share)\b/i.test(plain)
    ? 'lock'
    : (/^\W*(\w+)/.exec(plain)?.[1] ?? 'statement');
  return title(verb === 'with' ? 'select' : verb.toLowerCase(), tablesOf([...plain.matchAll(read)]));
}
