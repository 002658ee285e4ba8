/** A piece of JSON that no value is written as: `1e999`, a field twice, a half character. */
export class Raw {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Json = Raw | string | number | boolean | null | undefined | Json[] | { [name: string]: Json };

/** As JSON.stringify, and raw pieces as they are. */
export function writeJson(value: Json): string {
  if (value instanceof Raw) return value.text;
  if (Array.isArray(value)) return `[${value.map((item) => writeJson(item)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${writeJson(field)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** Where in a value something stands. */
export type Path = readonly (string | number)[];

/** All places in a value, itself not among them. */
export function placesIn(value: Json, at: Path = []): Path[] {
  if (value instanceof Raw || typeof value !== 'object' || value === null) return [];
  const inner: [string | number, Json][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return inner.flatMap(([name, item]) => [[...at, name], ...placesIn(item, [...at, name])]);
}

/** The value with something else in one place; `undefined` takes it out. */
export function withPlace(value: Json, [first, ...rest]: Path, put: (present: Json) => Json): Json {
  if (first === undefined) return put(value);
  if (Array.isArray(value)) return value.map((item, index) => (index === first ? withPlace(item, rest, put) : item));
  if (typeof value !== 'object' || value === null || value instanceof Raw) return value;
  return { ...value, [first]: withPlace(value[first], rest, put) };
}
