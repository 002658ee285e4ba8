import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** A request and its response. */
export interface Exchange {
  method: string;
  url: string;
  status: number;
  /** The content type of the response, with parameters. */
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

interface ResponseSpec {
  $ref?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema?: Schema }>;
}

interface Description {
  webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: Schema }> } } }>;
  paths: Record<string, Record<string, { responses: Record<string, ResponseSpec> }>>;
  components: { responses: Record<string, ResponseSpec> };
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

/** The schema without additional properties: a field that is not described is a deviation. */
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

const bySchema = new WeakMap<Schema, ValidateFunction>();
const byText = new Map<string, ValidateFunction>();

/** Compiles a schema at its first use. Equal schemas share one validator. */
function validatorOf(schema: Schema): ValidateFunction {
  const known = bySchema.get(schema);
  if (known !== undefined) return known;
  const text = JSON.stringify(schema);
  const found = byText.get(text) ?? ajv.compile(closed(schema));
  bySchema.set(schema, found);
  byText.set(text, found);
  return found;
}

export interface EmittedEvent {
  type: string;
  [field: string]: unknown;
}

/** Compares events with the schemas of their types. @returns the deviations of an event */
export function createEventCheck(described: object): (event: EmittedEvent) => string[] {
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

/** Compares exchanges with `openapi.json`. @returns the deviations of an exchange */
export function createDescriptionCheck(described: object): (exchange: Exchange) => string[] {
  const { paths, components } = described as Description;
  const routes = Object.entries(paths)
    .map(([path, operations]) => ({ path, operations, pattern: patternOf(path) }))
    // A literal path goes before a path with a parameter in the same position.
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length);
  const failure = components.responses.Failure;
  if (failure === undefined) throw new Error('the description has no failure envelope');

  return ({ method, url, status, type, body, headers }) => {
    const path = url.split('?')[0] ?? '';
    if (!path.startsWith('/api/v1') || ['OPTIONS', 'HEAD'].includes(method)) return [];
    const operation = routes.find(({ pattern }) => pattern.test(path))?.operations[method.toLowerCase()];
    const spec = operation === undefined ? failure : operation.responses[status];
    const name = `${method} ${path} ${status}`;
    if (spec === undefined) return [`${name} is not described`];
    if (operation === undefined && status < 400) return [`${name}: the operation is not described`];
    const { content = {} } = spec.$ref === undefined ? spec : failure;
    const missing = headers['x-request-id'] === undefined ? [`${name} has no X-Request-Id`] : [];
    if (Object.keys(content).length === 0)
      return [...missing, ...(body === '' ? [] : [`${name} has a body, but none is described`])];
    const media = content[type.split(';')[0] ?? ''];
    if (media === undefined) return [...missing, `${name} is ${type}, which is not described`];
    if (media.schema === undefined || !type.startsWith('application/json')) return missing;
    const validate = validatorOf(media.schema);
    if (validate(JSON.parse(body))) return missing;
    return [...missing, `${name}: ${ajv.errorsText(validate.errors)} in ${body.slice(0, 500)}`];
  };
}
