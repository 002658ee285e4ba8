import { allOperations, isFields, isList } from './contract.ts';
import type { Operation } from './operations.ts';
import type { Type } from './resources.ts';

interface Schema {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

type Content = Record<string, { schema: Schema }>;

interface Described {
  parameters?: { in?: string; name?: string; schema?: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

export interface Description {
  paths: Record<string, Record<string, Described>>;
}

const formats: Record<string, string[]> = { date: ['date', 'date-or-time'], timestamp: ['date-time'] };
const jsonTypes: Record<string, string> = { date: 'string', timestamp: 'string', true: 'boolean' };

const typesOf = ({ type }: Schema) => [type].flat().filter((name) => name !== undefined);
const alternatives = (schema: Schema): Schema[] => schema.anyOf?.flatMap(alternatives) ?? [schema];

function isOfType(type: string, schema: Schema): boolean {
  if (type.includes('|')) return type.split('|').every((word) => schema.enum?.includes(word) === true);
  const allowed = formats[type];
  return (
    typesOf(schema).includes(jsonTypes[type] ?? type) &&
    (allowed === undefined || allowed.includes(schema.format ?? ''))
  );
}

interface Findings {
  gaps: string[];
  /** Response fields that may be null. */
  nullable: string[];
}

/** Adds to `found` where none of the schemas describes the type. */
function compare(type: Type, candidates: readonly Schema[], path: string, found: Findings): void {
  const schemas = candidates.flatMap(alternatives);
  if (isList(type)) {
    const items = schemas.flatMap(({ items: inner }) => (inner === undefined ? [] : [inner]));
    if (items.length === 0) found.gaps.push(`${path} is not described as a list`);
    else compare(type[0], items, `${path}[]`, found);
  } else if (isFields(type)) {
    for (const [name, inner] of Object.entries(type)) {
      const described = schemas.flatMap(({ properties }) =>
        properties?.[name] === undefined ? [] : [properties[name]],
      );
      const separator = /(\?|<-|->)$/.test(path) ? ' ' : '.';
      if (described.length === 0) found.gaps.push(`${path}${separator}${name} is not described`);
      else compare(inner, described, `${path}${separator}${name}`, found);
    }
  } else if (!schemas.some((schema) => isOfType(type, schema))) found.gaps.push(`${path} is not described as ${type}`);
  else if (path.includes(' -> ') && schemas.some((schema) => typesOf(schema).includes('null')))
    found.nullable.push(path);
}

/** Compares the contract with the OpenAPI description of the service. */
export function compareDescription({ paths }: Description): Findings {
  const found: Findings = { gaps: [], nullable: [] };
  for (const [name, operation] of Object.entries(allOperations)) {
    const [method = '', path = ''] = name.split(' ');
    const described = paths[`/api/v1${path}`]?.[method.toLowerCase()];
    if (described === undefined) found.gaps.push(`${name} is not described`);
    else compareOperation(name, operation, described, found);
  }
  return found;
}

function compareOperation(
  name: string,
  { status, query = {}, body, answer }: Operation,
  described: Described,
  found: Findings,
): void {
  const parameters = (described.parameters ?? []).filter((parameter) => parameter.in === 'query');
  compare(
    query,
    [{ properties: Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.schema ?? {}])) }],
    `${name} ?`,
    found,
  );
  if (body !== undefined) compare(body, schemasOf(described.requestBody?.content), `${name} <-`, found);
  const reply = described.responses[status];
  if (reply === undefined) found.gaps.push(`${name} does not describe ${status}`);
  else if (typeof answer !== 'string') compare(answer, schemasOf(reply.content), `${name} ->`, found);
}

const schemasOf = (content: Content = {}) => Object.values(content).map(({ schema }) => schema);
