import { writeJson } from '../fuzz/json.ts';
import type { Schema } from '../fuzz/operations.ts';
import type { Random } from '../random.ts';
import { arraysIn, countPadded, type IdSource, rightValue, wrongValue } from './schema-values.ts';

/** The largest JSON body that the service accepts. */
export const bodyBytesAtMost = 1024 * 1024;
/** The deepest nesting that the service accepts. */
const depthAtMost = 20;

/** A body as text. It is created when it is sent, because it may be large. */
export interface JsonBody {
  kind: string;
  /** The path of the array with too many elements, if there is one. */
  overlong?: string;
  text(): string;
}

/** Fillers of texts, chosen to make careless regular expressions backtrack. */
const fillers = ['x', ' ', '1 ', 'a.', 'a@', '-', '%', '+1 '];

/** A body of the maximum size with full arrays, in which each element and each field is wrong. */
export function largestWrong(schema: Schema, random: Random): string {
  const filler = random.oneOf(fillers);
  const written = (pad: number) => writeJson(wrongValue(schema, { pad, filler }));
  const padded = countPadded(schema);
  let [pad, text] = [1, written(1)];
  // Some texts are longer than the padding and do not grow with it. The loop gives their share to the others.
  while (padded > 0 && text.length < bodyBytesAtMost * 0.95) {
    pad += Math.max(1, Math.floor((bodyBytesAtMost - text.length) / padded));
    const longer = written(pad);
    if (longer.length > bodyBytesAtMost) break;
    text = longer;
  }
  return text;
}

/** A correct body with all fields, full arrays and the longest texts. */
export const largestRight = (schema: Schema, ids: IdSource, random: Random): string =>
  writeJson(rightValue('', schema, { ids, random, isLargest: true }));

/** A correct body with the required fields only. */
export const ordinary = (schema: Schema, ids: IdSource, random: Random): string =>
  writeJson(rightValue('', schema, { ids, random, isLargest: false }));

/** `head`, then as many of `element` as fit, separated by commas, then `tail`. */
function filled(head: string, element: string, tail: string): string {
  const count = Math.floor((bodyBytesAtMost - head.length - tail.length + 1) / (element.length + 1));
  return `${head}${Array<string>(count).fill(element).join(',')}${tail}`;
}

/** The text of a body before and after the elements of the array at `path`. */
function around(path: readonly string[]): [head: string, tail: string] {
  return [`${path.map((name) => `{${JSON.stringify(name)}:`).join('')}[`, `]${'}'.repeat(path.length)}`];
}

const wrongElements = ['{}', '0', '""', 'null', '[]', 'true'];

/** Bodies in which one array is filled with wrong elements, far beyond its maximum length. */
export function overlongArrays(schema: Schema, random: Random): JsonBody[] {
  return arraysIn(schema).flatMap(({ path, items }) => {
    const [head, tail] = around(path);
    const own = [items.type].flat().includes('object') ? '{}' : '""';
    const other = random.oneOf(wrongElements.filter((element) => element !== own));
    const overlong = path.join('.');
    return [own, other].map((element) => ({
      kind: `overlong ${overlong} of ${element}`,
      overlong,
      text: () => filled(head, element, tail),
    }));
  });
}

/** Deeply nested bodies: far beyond the maximum depth, and many values of the maximum depth. */
export function deepBodies(schema: Schema | undefined): JsonBody[] {
  const half = bodyBytesAtMost / 2;
  const field = JSON.stringify(Object.keys(schema?.properties ?? {})[0] ?? 'a');
  const inner = '['.repeat(depthAtMost - 2) + ']'.repeat(depthAtMost - 2);
  const objects = Math.floor(bodyBytesAtMost / (field.length + 2));
  return [
    { kind: 'deep arrays', text: () => '['.repeat(half) + ']'.repeat(half) },
    { kind: 'deep objects', text: () => `{${field}:`.repeat(objects) },
    { kind: 'deepest legal', text: () => filled(`{${field}:[`, inner, ']}') },
  ];
}

/** Objects with many unknown fields, at the top and inside a known field. */
export function wideBodies(schema: Schema | undefined): JsonBody[] {
  const fields = (room: number) => {
    const names: string[] = [];
    for (let used = 0, at = 0; used < room - 16; at += 1) {
      const field = `"k${at.toString(36)}":0`;
      names.push(field);
      used += field.length + 1;
    }
    return names.join(',');
  };
  const known = JSON.stringify(Object.keys(schema?.properties ?? {}).at(-1) ?? 'a');
  return [
    { kind: 'wide', text: () => `{${fields(bodyBytesAtMost - 2)}}` },
    { kind: 'wide field', text: () => `{${known}:{${fields(bodyBytesAtMost - known.length - 5)}}}` },
  ];
}

/** All hostile bodies of an operation. Without a schema only those that ignore it. */
export function hostileBodies(schema: Schema | undefined, random: Random): JsonBody[] {
  const shapeless = [...deepBodies(schema), ...wideBodies(schema)];
  if (schema === undefined) return shapeless;
  return [
    { kind: 'largest wrong', text: () => largestWrong(schema, random) },
    ...overlongArrays(schema, random),
    ...shapeless,
  ];
}
