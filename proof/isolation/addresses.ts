import type { Operation } from '../fuzz/operations.ts';
import type { Random } from '../random.ts';
import { type IdSource, rightValue, wrongValue } from './schema-values.ts';

/** Node accepts 16 KiB of request head, which includes the headers. */
const addressBytesAtMost = 12 * 1024;

/** An address of an operation, with values for its parameters. */
export interface Address {
  kind: string;
  path: string;
}

const pathOf = (operation: Operation, ids: IdSource): string =>
  operation.path.replace(
    /([\w-]+)\/\{\w+\}/g,
    (_, folder: string) => `${folder}/${ids.idInPath(operation.id, folder)}`,
  );

const queryOf = ({ fields }: Operation) => fields.filter((field) => field.in === 'query');

const join = (path: string, query: readonly string[]) => (query.length === 0 ? path : `${path}?${query.join('&')}`);

/** Parameters that would leave nothing to list: filters, and positions of pages. */
const narrowing = /(_id|Id|^id|cursor|sku|barcode|category|status|state|type|types|action|after|last_event_id|page)$/;

/** The most expensive correct request: the longest page of all rows, searched by one letter. */
export function largestAddress(operation: Operation, ids: IdSource, random: Random): Address {
  const taken = new Set<string>();
  const query = queryOf(operation).flatMap(({ name, schema, required }) => {
    const snakeCase = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (taken.has(snakeCase) || (!required && narrowing.test(name))) return [];
    taken.add(snakeCase);
    if (name === 'limit') return [`limit=${schema.maximum ?? 100}`];
    if (name === 'search') return [`search=${random.oneOf(['a', 'e', 'o', '1', '%25'])}`];
    if (name === 'sort') return ['sort=name'];
    if (schema.type === 'boolean') return [];
    return [`${name}=${encodeURIComponent(String(rightValue(snakeCase, schema, { ids, random, isLargest: false })))}`];
  });
  return { kind: 'largest right', path: join(pathOf(operation, ids), query) };
}

/** The same request with each value of a parameter that chooses another form of the response, such as its format. */
export function eachForm(operation: Operation, right: Address): Address[] {
  const [path = '', query] = right.path.split('?');
  const choices = queryOf(operation).filter(
    ({ name, schema }) => schema.enum !== undefined && !narrowing.test(name) && !/^sort|[A-Z]/.test(name),
  );
  return choices.flatMap(({ name, schema }) =>
    (schema.enum ?? []).map((value) => {
      const parameters = new URLSearchParams(query);
      parameters.set(name, String(value));
      return { kind: `${right.kind}, ${name}=${value}`, path: `${path}?${parameters}` };
    }),
  );
}

/** Queries with wrong and overlong parameters, a repeated parameter, and many unknown ones. */
export function hostileAddresses(operation: Operation, ids: IdSource, random: Random): Address[] {
  const path = pathOf(operation, ids);
  const fields = queryOf(operation);
  const filler = random.oneOf(['x', '-', '1,', 'a.', '%25', '%20']);
  const room = addressBytesAtMost - path.length;
  const wrong = fields.map(({ name, schema }) => {
    const pad = Math.max(1, Math.floor((room / fields.length - name.length - 2) / filler.length));
    const value = wrongValue(schema, { pad, filler: 'x' });
    return `${name}=${typeof value === 'string' ? filler.repeat(Math.min(value.length, pad)) : value}`;
  });
  const repeated = (name: string) => Array.from({ length: Math.floor(room / (name.length + 3)) }, () => `${name}=1`);
  const unknown = Array.from({ length: Math.floor(room / 8) }, (_, at) => `u${at}=1`);
  const first = fields.length > 0 ? random.oneOf(fields).name : 'a';
  return [
    ...(wrong.length > 0 ? [{ kind: 'wrong query', path: join(path, wrong) }] : []),
    { kind: `repeated ${first}`, path: join(path, repeated(first)) },
    { kind: 'wide query', path: join(path, unknown) },
  ];
}

export const ordinaryAddress = (operation: Operation, ids: IdSource, random: Random): string =>
  largestAddress(operation, ids, random).path;
