import * as operations from './operations.ts';
import * as promises from './promises.ts';
import type { Fields, Type } from './resources.ts';

/** One statement of the interface. A test must prove it. */
export interface Line {
  id: string;
  type: string;
}

interface Section {
  title: string;
  operations?: operations.Operations;
  promises?: readonly string[];
}

/** All sections of the interface. */
export const sections: readonly Section[] = [
  { title: 'General', promises: promises.general },
  { title: 'Authentication', operations: operations.authentication, promises: promises.authentication },
  { title: 'Products', operations: operations.products, promises: promises.products },
  { title: 'Transactions', operations: operations.transactions, promises: promises.transactions },
  { title: 'Inventory', operations: operations.inventory, promises: promises.inventory },
  { title: 'Inventory of the client layer', operations: operations.clientLayer, promises: promises.clientLayer },
  { title: 'Reports', operations: operations.reports, promises: promises.reports },
  { title: 'Dashboard', operations: operations.dashboard },
  { title: 'Customers', operations: operations.customers, promises: promises.customers },
  { title: 'Errors', promises: promises.errors },
  { title: 'Limits', promises: promises.limits },
];

export const allOperations: operations.Operations = Object.assign(
  {},
  ...sections.map((section) => section.operations ?? {}),
);

export const linesOf = ({ operations: found = {}, promises: sentences = [] }: Section): Line[] => [
  ...Object.entries(found).flatMap(([name, { status, query = {}, body = {}, answer }]) => [
    { id: name, type: typeof answer === 'string' ? `${status}, ${answer}` : String(status) },
    ...fieldsOf(query).map(({ path, type }) => ({ id: `${name} ? ${path}`, type })),
    ...fieldsOf(body).map(({ path, type }) => ({ id: `${name} <- ${path}`, type })),
    ...(typeof answer === 'string'
      ? []
      : fieldsOf(answer).map(({ path, type }) => ({ id: `${name} -> ${path}`, type }))),
  ]),
  ...sentences.map((id) => ({ id, type: '' })),
];

/** The path and type of every leaf, such as `data[].id` and `items[].quantity`. */
export function fieldsOf(fields: Fields, prefix = ''): { path: string; type: string }[] {
  const leaves = (type: Type, path: string): { path: string; type: string }[] => {
    if (typeof type === 'string') return [{ path, type }];
    if (isList(type)) return leaves(type[0], `${path}[]`);
    return fieldsOf(type, `${path}.`);
  };
  return Object.entries(fields).flatMap(([name, type]) => leaves(type, `${prefix}${name}`));
}

export const isList = (type: Type): type is readonly [Type] => Array.isArray(type);
export const isFields = (type: Type): type is Fields => typeof type === 'object' && !isList(type);
