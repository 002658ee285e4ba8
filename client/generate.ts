/** Turns the description of the interface into types: `client/src/api.generated.ts`. */

/** The keywords of JSON Schema that matter for types; the service checks the others. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  format?: string;
  default?: unknown;
  description?: string;
  /** A parameter with two spellings is optional in both; the client has only one spelling, which is required. */
  'x-required-in-either-spelling'?: boolean;
}

type Content = Record<string, { schema?: Schema }>;

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
  description?: string;
}

interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content?: Content };
  responses: Record<string, { content?: Content }>;
  security?: Record<string, string[]>[];
}

export interface ApiDescription {
  components?: { schemas?: Record<string, Schema> };
  paths: Record<string, Record<string, Operation>>;
}

/** Fields with a default are optional in requests, and always in responses. */
type Direction = 'sent' | 'answered';

export function renderClient({ components, paths }: ApiDescription): string {
  const shared = Object.entries(components?.schemas ?? {}).map(
    ([name, schema]) => `export type ${pascal(name)} = ${typeOf(schema, 'answered')};\n`,
  );
  const operations = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    )
    .filter(({ operation }) => !isEndless(operation));
  return [
    '// Generated from docs/openapi.json by `npm run generate`; a test keeps it fresh.\n',
    ...shared,
    ...operations.map(({ operation }) => renderTypes(operation)),
    '/** What each operation is called with, and what it answers. */',
    'export interface Operations {',
    ...operations.map(({ operation }) => renderSignature(operation)),
    '}\n',
    '/** Where each operation is found. */',
    'export const operations = {',
    ...operations.map(({ path, method, operation }) => renderPlace(path, method, operation)),
    '} as const;\n',
  ].join('\n');
}

function renderTypes(operation: Operation): string {
  const name = pascal(operation.operationId);
  const types: string[] = [];
  const query = parametersIn(operation, 'query');
  if (query.length > 0) types.push(`export type ${name}Query = ${typeOf(objectOf(query), 'sent')};\n`);
  const body = bodyOf(operation);
  if (body !== undefined) types.push(`export type ${name}Body = ${typeOf(body.schema, 'sent')};\n`);
  const answers = new Set(successes(operation).map(({ content }) => answerType(content)));
  types.push(`export type ${name}Answer = ${[...answers].join(' | ') || 'undefined'};\n`);
  return types.join('\n');
}

function renderSignature(operation: Operation): string {
  const name = pascal(operation.operationId);
  const call: string[] = [];
  const path = parametersIn(operation, 'path');
  if (path.length > 0)
    call.push(`path: { ${path.map((parameter) => `${key(parameter.name)}: ${parameterType(parameter)}`).join('; ')} }`);
  const query = parametersIn(operation, 'query');
  if (query.length > 0)
    call.push(
      part(
        'query',
        `${name}Query`,
        query.some(({ required }) => required === true),
      ),
    );
  const body = bodyOf(operation);
  if (body !== undefined) call.push(part('body', `${name}Body`, body.required));
  const comment = [operation.summary, operation.description].filter((text) => text !== undefined).join('\n\n');
  const parts = call.length === 0 ? 'Record<never, never>' : `{ ${call.join('; ')} }`;
  return `${documented(comment, '  ')}  ${key(operation.operationId)}: { call: ${parts}; answer: ${name}Answer };`;
}

const part = (name: string, type: string, isRequired: boolean) =>
  isRequired ? `${name}: ${type}` : `${name}?: ${type} | undefined`;

function renderPlace(path: string, method: string, operation: Operation): string {
  const marks = [
    ...(needsToken(operation) ? [] : ['open: true']),
    ...(bodyOf(operation)?.media === 'multipart/form-data' ? ['form: true'] : []),
    ...(successes(operation).some(({ content }) => isFile(content)) ? ['file: true'] : []),
  ];
  const place = [`method: '${method}'`, `path: '${path}'`, ...marks].join(', ');
  return `  ${key(operation.operationId)}: { ${place} },`;
}

/** Responses that are JSON by default are typed as JSON. */
const isFile = (content: Content = {}) =>
  Object.keys(content).length > 0 && Object.values(content).every(({ schema }) => schema?.format === 'binary');

/** An endless stream is no call: the client follows it by a separate method. */
const isEndless = (operation: Operation) =>
  successes(operation).some(({ content = {} }) => 'text/event-stream' in content);

const needsToken = ({ security = [] }: Operation) => security.length > 0;

/** Of a parameter with two spellings only the one in snake_case is used, as in bodies and responses. */
function parametersIn({ parameters = [] }: Operation, place: string): Parameter[] {
  const found = parameters.filter((parameter) => parameter.in === place);
  const names = new Set(found.map(({ name }) => name));
  return found
    .filter(({ name }) => snake(name) === name || !names.has(snake(name)))
    .map((parameter) => ({
      ...parameter,
      required: parameter.required === true || parameter.schema?.['x-required-in-either-spelling'] === true,
    }));
}

const objectOf = (parameters: Parameter[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(
    parameters.map(({ name, schema = {}, description }) => [
      name,
      description === undefined ? schema : { ...schema, description },
    ]),
  ),
  required: parameters.filter(({ required }) => required === true).map(({ name }) => name),
});

const parameterType = ({ schema = {} }: Parameter) => typeOf(schema, 'sent');

function bodyOf({ requestBody }: Operation) {
  const [found] = Object.entries(requestBody?.content ?? {});
  if (requestBody === undefined || found === undefined) return undefined;
  return { required: requestBody.required === true, media: found[0], schema: found[1].schema ?? {} };
}

const successes = ({ responses }: Operation) =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, response]) => response);

/** A response without content is empty. */
function answerType(content: Content | undefined): string {
  const [described] = Object.values(content ?? {});
  return described === undefined ? 'undefined' : typeOf(described.schema ?? {}, 'answered');
}

/** A schema as a type; `unknown` if it has unsupported keywords. */
export function typeOf(schema: Schema, direction: Direction, indent = ''): string {
  if (schema.$ref !== undefined) return pascal(schema.$ref.split('/').at(-1) ?? '');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return union(choices.map((choice) => typeOf(choice, direction, indent)));
  if (schema.allOf !== undefined) return schema.allOf.map((part) => `(${typeOf(part, direction, indent)})`).join(' & ');
  const named = schema.type ?? (schema.properties === undefined ? [] : 'object');
  return union([named].flat().map((name) => plainType(name, schema, direction, indent))) || 'unknown';
}

function plainType(name: string, schema: Schema, direction: Direction, indent: string): string {
  switch (name) {
    case 'string':
      return schema.format === 'binary' ? 'Blob' : 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
    case 'null':
      return name;
    case 'array':
      return `Array<${typeOf(schema.items ?? {}, direction, indent)}>`;
    case 'object':
      return objectType(schema, direction, indent);
    default:
      return 'unknown';
  }
}

function objectType(
  { properties, required = [], additionalProperties }: Schema,
  direction: Direction,
  indent: string,
): string {
  if (properties === undefined) {
    const value =
      typeof additionalProperties === 'object' ? typeOf(additionalProperties, direction, indent) : 'unknown';
    return `Record<string, ${value}>`;
  }
  const deeper = `${indent}  `;
  const fields = Object.entries(properties).map(([name, schema]) => {
    const isOptional = !required.includes(name) || (direction === 'sent' && schema.default !== undefined);
    const type = typeOf(schema, direction, deeper);
    // A caller may pass `undefined` for a missing field: JSON and queries omit it.
    const orLeftOut = isOptional && direction === 'sent' ? ' | undefined' : '';
    return `${documented(schema.description, deeper)}${deeper}${key(name)}${isOptional ? '?' : ''}: ${type}${orLeftOut};`;
  });
  return fields.length === 0 ? 'Record<never, never>' : `{\n${fields.join('\n')}\n${indent}}`;
}

const union = (types: string[]) => [...new Set(types)].join(' | ');

function documented(text: string | undefined, indent: string): string {
  if (text === undefined || text === '') return '';
  const lines = text.replaceAll('*/', '* /').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

const key = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

const pascal = (name: string) =>
  name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
