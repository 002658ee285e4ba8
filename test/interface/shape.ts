import { isFields, isList } from './contract.ts';
import type { Type } from './resources.ts';

const checks: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  true: (value) => value === true,
  date: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value),
  timestamp: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(value),
};

/** Lists where a value does not have the type. Every entry of a list is checked; an empty list is a mismatch. */
export function mismatches(type: Type, value: unknown, path = ''): string[] {
  if (isList(type)) {
    if (!Array.isArray(value)) return [`${path} is not a list`];
    if (value.length === 0) return [`${path} is empty, so its entries cannot be checked`];
    return value.flatMap((entry) => mismatches(type[0], entry, `${path}[]`));
  }
  if (isFields(type)) {
    if (typeof value !== 'object' || value === null) return [`${path} is not an object`];
    return Object.entries(type).flatMap(([name, inner]) =>
      mismatches(inner, (value as Record<string, unknown>)[name], path === '' ? name : `${path}.${name}`),
    );
  }
  const matches = type.includes('|') ? type.split('|').includes(String(value)) : checks[type]?.(value) === true;
  return matches ? [] : [`${path} is ${JSON.stringify(value)}, not ${type}`];
}
