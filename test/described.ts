import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** What was asked, and what came back. */
export interface Exchange {
  method: string;
  url: string;
  status: number;
  /** Its media type, with parameters. */
  type: string;
  body: string;
  headers: Record<string, unknown>;
}

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  items?: Schema;
  anyOf?: Schema[];
}

interface Answer {
  $ref?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema?: Schema }>;
}

interface Description {
  webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: Schema }> } } }>;
  paths: Record<string, Record<string, { responses: Record<string, Answer> }>>;
  components: { responses: Record<string, Answer> };
}

const formats: Record<string, (text: string) => boolean> = {
  uuid: (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text),
  'date-time': (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text)),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
  uri: (text) => URL.canParse(text),
  binary: () => true,
  timezone: () => true,
  currency: (text) => /^[A-Z]{3}$/.test(text),
};

/** Objects say all they have: a field that is not described is a deviation, too. */
function closed(schema: Schema): Schema {
  return {
    ...schema,
    ...(schema.properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(schema.properties).map(([name, inner]) => [name, closed(inner)]),
          ),
          additionalProperties: schema.additionalProperties ?? false,
        }),
    ...(schema.items === undefined ? {} : { items: closed(schema.items) }),
    ...(schema.anyOf === undefined ? {} : { anyOf: schema.anyOf.map(closed) }),
  };
}

const patternOf = (path: string) =>
  new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')}/?$`);

const ajv = new Ajv2020({ strict: false, allErrors: true });
for (const [name, accepts] of Object.entries(formats)) ajv.addFormat(name, accepts);

const compiled = new Map<string, ValidateFunction>();

/** Compiled when it is first met, and once for all who describe the same. */
function validatorOf(schema: Schema): ValidateFunction {
  const text = JSON.stringify(schema);
  const found = compiled.get(text) ?? ajv.compile(closed(schema));
  compiled.set(text, found);
  return found;
}

export interface ToldEvent {
  type: string;
  [field: string]: unknown;
}

/** Compares events with the description of their types. @returns what of an event is not as described */
export function createEventCheck(described: object): (event: ToldEvent) => string[] {
  const { webhooks } = described as Description;
  const schemas = new Map(
    Object.entries(webhooks).map(([type, { post }]) => {
      const schema = post.requestBody.content['application/json']?.schema;
      if (schema === undefined) throw new Error(`${type} has no schema`);
      return [type, schema] as const;
    }),
  );
  return (event) => {
    const schema = schemas.get(event.type);
    if (schema === undefined) return [`an event of type ${event.type} is not described`];
    const validate = validatorOf(schema);
    const isAsDescribed: boolean = validate(event);
    return isAsDescribed
      ? []
      : [`${event.type}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(event).slice(0, 500)}`];
  };
}

/** Compares exchanges with the description of the interface. @returns what of an exchange is not as described */
export function createDescriptionCheck(described: object): (exchange: Exchange) => string[] {
  const { paths, components } = described as Description;
  const places = Object.entries(paths)
    .map(([path, operations]) => ({ path, operations, pattern: patternOf(path) }))
    // An address of its own goes before one with a parameter in the same place.
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length);
  const failure = components.responses.Failure;
  if (failure === undefined) throw new Error('the description has no failure envelope');

  return ({ method, url, status, type, body, headers }) => {
    const path = url.split('?')[0] ?? '';
    if (!path.startsWith('/api/v1') || ['OPTIONS', 'HEAD'].includes(method)) return [];
    const operation = places.find(({ pattern }) => pattern.test(path))?.operations[method.toLowerCase()];
    const answer = operation === undefined ? failure : operation.responses[status];
    const name = `${method} ${path} ${status}`;
    if (answer === undefined) return [`${name} is not described`];
    if (operation === undefined && status < 400) return [`${name}: the operation is not described`];
    const { content = {} } = answer.$ref === undefined ? answer : failure;
    const missing = headers['x-request-id'] === undefined ? [`${name} has no X-Request-Id`] : [];
    if (Object.keys(content).length === 0)
      return [...missing, ...(body === '' ? [] : [`${name} has a body, and none is described`])];
    const media = content[type.split(';')[0] ?? ''];
    if (media === undefined) return [...missing, `${name} is ${type}, which is not described`];
    if (media.schema === undefined || !type.startsWith('application/json')) return missing;
    const validate = validatorOf(media.schema);
    if (validate(JSON.parse(body))) return missing;
    return [...missing, `${name}: ${ajv.errorsText(validate.errors)} in ${body.slice(0, 500)}`];
  };
}
