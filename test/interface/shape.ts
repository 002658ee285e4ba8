import { isFields, isList } from './contract.ts';
import type { Type } from './resources.ts';

const holds: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  true: (value) => value === true,
  date: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value),
  timestamp: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(value),
};

/** Where a value is not of the type. Of a list every entry counts, and an empty one shows nothing. */
export function mismatches(type: Type, value: unknown, path = ''): string[] {
  if (isList(type)) {
    if (!Array.isArray(value)) return [`${path} is no list`];
    if (value.length === 0) return [`${path} is empty and shows nothing of its entries`];
    return value.flatMap((entry) => mismatches(type[0], entry, `${path}[]`));
  }
  if (isFields(type)) {
    if (typeof value !== 'object' || value === null) return [`${path} is no object`];
    return Object.entries(type).flatMap(([name, inner]) =>
      mismatches(inner, (value as Record<string, unknown>)[name], path === '' ? name : `${path}.${name}`),
    );
  }
  const isRight = type.includes('|') ? type.split('|').includes(String(value)) : holds[type]?.(value) === true;
  return isRight ? [] : [`${path} is ${JSON.stringify(value)}, not ${type}`];
}
