/** JSON text that `JSON.stringify` never writes: `1e999`, a repeated field, half of a surrogate pair. */
export class Raw {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Json = Raw | string | number | boolean | null | undefined | Json[] | { [name: string]: Json };

/** Like `JSON.stringify`, but writes `Raw` texts unchanged. */
export function writeJson(value: Json): string {
  if (value instanceof Raw) return value.text;
  if (Array.isArray(value)) return `[${value.map((item) => writeJson(item)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${writeJson(field)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** The path to an inner value. */
export type Path = readonly (string | number)[];

/** The paths of all inner values. */
export function pathsIn(value: Json, at: Path = []): Path[] {
  if (value instanceof Raw || typeof value !== 'object' || value === null) return [];
  const inner: [string | number, Json][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return inner.flatMap(([name, item]) => [[...at, name], ...pathsIn(item, [...at, name])]);
}

/** The value with one inner value replaced; `undefined` removes it. */
export function replaceAt(value: Json, [first, ...rest]: Path, put: (present: Json) => Json): Json {
  if (first === undefined) return put(value);
  if (Array.isArray(value)) return value.map((item, index) => (index === first ? replaceAt(item, rest, put) : item));
  if (typeof value !== 'object' || value === null || value instanceof Raw) return value;
  return { ...value, [first]: replaceAt(value[first], rest, put) };
}
