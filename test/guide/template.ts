/**
 * Templates of responses, as the guide prints them: JSON in which `…` omits something (fields of an object, rows of a
 * list, part of a text), and `<name>` is a placeholder. The first response that shows a placeholder sets its value.
 */
export type Names = Map<string, string>;

const ellipsis = '…';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Outside of a string, `…` is not JSON. It becomes a field or a row with that name. */
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

/** Replaces the placeholders of a text. @throws if no earlier response set one */
export function fill(text: string, names: Names): string {
  return text.replace(/<([a-z][a-z0-9_]*)>/g, (_, name: string) => {
    const found = names.get(name);
    if (found === undefined) throw new Error(`no earlier response has a value for <${name}>`);
    return found;
  });
}

/** Whether a text matches the printed one. Sets the value of a new placeholder. */
export function fits(printed: string, answered: string, names: Names): boolean {
  // A new placeholder is the whole text or its end.
  const [, before = '', name = ''] = /^(.*?)<([a-z][a-z0-9_]*)>$/.exec(printed) ?? [];
  const isNew = name !== '' && !names.has(name);
  const parts = fill(isNew ? before : printed, names).split(ellipsis);
  const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[\\s\\S]+');
  const found = new RegExp(`^${pattern}${isNew ? '([\\s\\S]+)' : ''}$`).exec(answered);
  if (found !== null && isNew) names.set(name, found[1] ?? '');
  return found !== null;
}

/** The differences between a response and the printed one, one sentence each. */
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

/** Updates the printed response: parts that match do not change, and omitted parts remain omitted. */
export function update(printed: Json | undefined, answered: Json, names: Names): Json {
  if (typeof printed === 'string' && typeof answered === 'string' && fits(printed, answered, names)) return printed;
  if (Array.isArray(answered)) {
    const rows = Array.isArray(printed) ? printed.filter((row) => row !== ellipsis) : [];
    if (Array.isArray(printed) && rows.length < printed.length)
      return [...answered.slice(0, rows.length).map((row, index) => update(rows[index], row, names)), ellipsis];
    return answered.map((row, index) => update(rows[index], row, names));
  }
  if (isObject(answered)) {
    const before = isObject(printed) ? printed : {};
    const keys =
      ellipsis in before
        ? Object.keys(before).filter((key) => key === ellipsis || key in answered)
        : Object.keys(answered);
    return Object.fromEntries(
      keys.map((key) => [key, key === ellipsis ? ellipsis : update(before[key], answered[key] ?? null, names)]),
    );
  }
  const [name] = [...names].find(([, value]) => value === answered) ?? [];
  return name === undefined ? answered : `<${name}>`;
}

const width = 120;

/** Renders a value on one line if it fits. */
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
