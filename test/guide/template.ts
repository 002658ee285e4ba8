/**
 * Answers as the guide prints them: JSON in which `…` leaves something out (fields of an object, rows of a list, part of a text) and
 * `<name>` stands for what the service gave. The first answer that shows a name gives it its value.
 */
export type Names = Map<string, string>;

const ellipsis = '…';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Outside of a text, `…` is not JSON: it becomes a field or a row of that name. */
export function parseTemplate(text: string): Json {
  const open: string[] = [];
  const json = text.replace(/"(?:[^"\\]|\\.)*"|[{[]|[}\]]|…/g, (token) => {
    if (token === '{' || token === '[') open.push(token);
    if (token === '}' || token === ']') open.pop();
    if (token !== ellipsis) return token;
    return open.at(-1) === '{' ? '"…":"…"' : '"…"';
  });
  return JSON.parse(json) as Json;
}

/** Text with its names filled in. @throws if a name was not given by any answer before */
export function fill(text: string, names: Names): string {
  return text.replace(/<([a-z][a-z0-9_]*)>/g, (_, name: string) => {
    const found = names.get(name);
    if (found === undefined) throw new Error(`<${name}> was given by no answer before`);
    return found;
  });
}

/** Whether a text is the printed one; a name that is new is given its value. */
export function fits(printed: string, answered: string, names: Names): boolean {
  // A new name stands for a whole text, or for what comes after the rest of it.
  const [, before = '', name = ''] = /^(.*?)<([a-z][a-z0-9_]*)>$/.exec(printed) ?? [];
  const isNew = name !== '' && !names.has(name);
  const parts = fill(isNew ? before : printed, names).split(ellipsis);
  const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[\\s\\S]+');
  const found = new RegExp(`^${pattern}${isNew ? '([\\s\\S]+)' : ''}$`).exec(answered);
  if (found !== null && isNew) names.set(name, found[1] ?? '');
  return found !== null;
}

/** Where an answer is not what is printed, one sentence each. */
export function differences(
  printed: Json | undefined,
  answered: Json | undefined,
  names: Names,
  at = 'answer',
): string[] {
  if (printed === undefined || answered === undefined)
    return printed === answered
      ? []
      : [`${at}: ${printed === undefined ? 'is not on the page' : 'is on the page only'}`];
  if (typeof printed === 'string' && typeof answered === 'string' && fits(printed, answered, names)) return [];
  if (Array.isArray(printed) && Array.isArray(answered)) {
    const rows = printed.filter((row) => row !== ellipsis);
    const length = rows.length === printed.length ? Math.max(rows.length, answered.length) : rows.length;
    return Array.from({ length }, (_, index) =>
      differences(rows[index], answered[index], names, `${at}[${index}]`),
    ).flat();
  }
  if (isObject(printed) && isObject(answered)) {
    const keys = new Set([...Object.keys(printed), ...(ellipsis in printed ? [] : Object.keys(answered))]);
    keys.delete(ellipsis);
    return [...keys].flatMap((key) => differences(printed[key], answered[key], names, `${at}.${key}`));
  }
  return printed === answered
    ? []
    : [`${at}: the page says ${JSON.stringify(printed)}, the service ${JSON.stringify(answered)}`];
}

/** The printed answer made true again: what is left out stays left out, what fits stays as it is. */
export function renew(printed: Json | undefined, answered: Json, names: Names): Json {
  if (typeof printed === 'string' && typeof answered === 'string' && fits(printed, answered, names)) return printed;
  if (Array.isArray(answered)) {
    const rows = Array.isArray(printed) ? printed.filter((row) => row !== ellipsis) : [];
    if (Array.isArray(printed) && rows.length < printed.length)
      return [...answered.slice(0, rows.length).map((row, index) => renew(rows[index], row, names)), ellipsis];
    return answered.map((row, index) => renew(rows[index], row, names));
  }
  if (isObject(answered)) {
    const before = isObject(printed) ? printed : {};
    const keys =
      ellipsis in before
        ? Object.keys(before).filter((key) => key === ellipsis || key in answered)
        : Object.keys(answered);
    return Object.fromEntries(
      keys.map((key) => [key, key === ellipsis ? ellipsis : renew(before[key], answered[key] ?? null, names)]),
    );
  }
  const [name] = [...names].find(([, value]) => value === answered) ?? [];
  return name === undefined ? answered : `<${name}>`;
}

const width = 120;

/** On one line where it fits there. */
export function renderTemplate(value: Json, indent = ''): string {
  const flat = renderFlat(value);
  if (typeof value !== 'object' || value === null || indent.length + flat.length <= width) return flat;
  const deeper = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map((row) => (row === ellipsis ? ellipsis : renderTemplate(row, deeper)))
    : Object.entries(value).map(([key, field]) =>
        key === ellipsis ? key : `${JSON.stringify(key)}: ${renderTemplate(field, deeper)}`,
      );
  return `${open}\n${parts.map((part) => `${deeper}${part}`).join(',\n')}\n${indent}${close}`;
}

function renderFlat(value: Json): string {
  if (Array.isArray(value))
    return `[${value.map((row) => (row === ellipsis ? ellipsis : renderFlat(row))).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, field]) =>
    key === ellipsis ? key : `${JSON.stringify(key)}: ${renderFlat(field)}`,
  );
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
