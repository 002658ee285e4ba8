import type { Site } from './site.ts';

/** Where a clause ends, if no parenthesis ends it before. */
const clauseEnd =
  /^(and|or|where|order by|group by|having|limit|offset|for (no key )?update|for share|returning|union|on conflict|left join|join|then|when|else|end|set|from|select|window)\b/;

/**
 * The places of an SQL statement where a small fault can be made.
 * @param statement its text in the source, with `${…}` for values
 * @param offset that of the statement in its file
 */
export function sqlSites(statement: string, offset: number): Site[] {
  const masked = maskValues(statement);
  const sites: Site[] = [];
  const add = (kind: Site['kind'], start: number, end: number, put: string) =>
    sites.push({ kind, start: offset + start, end: offset + end, put });
  const each = (pattern: RegExp, put: (found: string) => string, kind: Site['kind'] = 'sql') => {
    for (const { 0: found, index } of masked.matchAll(pattern)) add(kind, index, index + found.length, put(found));
  };
  each(/(?<= )(<=|>=|<|>)(?= )/g, (found) => (found.length === 2 ? found.slice(0, 1) : `${found}=`));
  each(/(?<= )[+-](?= )/g, (found) => (found === '+' ? '-' : '+'));
  each(/\b(least|greatest)(?=\()/g, (found) => (found === 'least' ? 'greatest' : 'least'));
  each(/\b(min|max)(?=\()/g, (found) => (found === 'min' ? 'max' : 'min'));
  each(/(?<=[\s(,])\d+(?=[\s),;]|$)/g, (found) => String(Number(found) + 1));
  each(/\s+desc\b/g, () => '');
  each(/\bdistinct /g, () => '');
  each(/\s+for (no key )?(update|share)( of \w+)?( skip locked)?/g, () => '', 'lock');
  for (const { 0: found, index } of masked.matchAll(/\s(and|or|order by)\s/g)) {
    const end = endOfClause(masked, index + found.length);
    const clause = masked.slice(index, end);
    // Row security is the second wall around a merchant; `proof:tenants` removes these filters without it.
    if (/merchant_id/.test(clause) || isBetween(masked.slice(0, index))) continue;
    add('sql', index, end, '');
  }
  return sites;
}

/** Replaces values by as many letters, so that only SQL is left. */
function maskValues(statement: string): string {
  let masked = '';
  for (let at = 0; at < statement.length; ) {
    if (!statement.startsWith('${', at)) {
      masked += statement[at];
      at += 1;
      continue;
    }
    const end = endOfValue(statement, at + 2);
    masked += 'x'.repeat(end - at);
    at = end;
  }
  return masked;
}

function endOfValue(statement: string, from: number): number {
  let depth = 1;
  for (let at = from; at < statement.length; at += 1) {
    if (statement[at] === '{') depth += 1;
    if (statement[at] === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return statement.length;
}

function endOfClause(masked: string, from: number): number {
  let depth = 0;
  for (let at = from; at < masked.length; at += 1) {
    const letter = masked[at];
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (depth < 0 || letter === '`' || letter === ';') return at;
    if (depth === 0 && /\s/.test(letter ?? '') && clauseEnd.test(masked.slice(at).trimStart())) return at;
  }
  return masked.length;
}

/** `and` belongs to a `between` before it. */
const isBetween = (before: string): boolean => /\bbetween\s+\S+$/.test(before);
