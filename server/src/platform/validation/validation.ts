import { isCurrency } from '@tillhouse/core/money';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { FastifyError } from 'fastify';
import { isTimeZone, readDay, readTimestamp, readTimestampOrUtc } from '../../core/calendar.ts';
import { isEmail } from '../../core/email.ts';
import { type AppError, type Detail, detailsAtMost, invalidInput } from '../../core/errors.ts';
import { isId } from '../../core/ids.ts';
import type { App } from '../context/app.ts';
import { tooManyEntries } from './body.ts';
import { type BoundedSchema, emptyOverlongArrays } from './body-size.ts';
import { validatorOnFirstUse } from './compile-late.ts';

const notStorable = 'must be well-formed text without NUL characters';

/** PostgreSQL cannot store NUL, and half a surrogate pair is not a character. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** A browser would ignore control characters; the service stores what was sent. */
const isWebAddress = (text: string): boolean =>
  /^https?:\/\/\P{Cc}+$/iu.test(text) && text.isWellFormed() && URL.canParse(text);

const plusLost = 'must be an ISO 8601 timestamp; a + in an address is written as %2B';

/** A + in a query means a space, so a client that does not encode the offset of a timestamp sends a space. */
const isPlusLost = (value: unknown): boolean =>
  typeof value === 'string' && value.includes(' ') && readTimestamp(value.replace(' ', '+')) !== undefined;

/** The formats of string values, each with its error message. */
const formats: Record<string, { accepts: (text: string) => boolean; errorMessage: string }> = {
  text: { accepts: isStorable, errorMessage: notStorable },
  'filled-text': { accepts: (text) => /\S/.test(text) && isStorable(text), errorMessage: 'must not be blank' },
  uuid: { accepts: isId, errorMessage: 'must be a UUID' },
  email: { accepts: isEmail, errorMessage: 'must be an e-mail address' },
  'email-or-empty': {
    accepts: (text) => text.trim() === '' || isEmail(text),
    errorMessage: 'must be an e-mail address',
  },
  date: { accepts: (text) => readDay(text) !== undefined, errorMessage: 'must be an existing date, YYYY-MM-DD' },
  'date-time': {
    accepts: (text) => readTimestamp(text) !== undefined,
    errorMessage: 'must be an ISO 8601 timestamp with an offset',
  },
  'date-or-time': {
    accepts: (text) => readDay(text) !== undefined || readTimestampOrUtc(text) !== undefined,
    errorMessage: 'must be an existing date, YYYY-MM-DD, or an ISO 8601 timestamp',
  },
  currency: { accepts: isCurrency, errorMessage: 'must be an ISO 4217 currency code' },
  timezone: { accepts: isTimeZone, errorMessage: 'must be an IANA time zone' },
  uri: { accepts: isWebAddress, errorMessage: 'must be an http or https address' },
};

function createAjv(coerceTypes: boolean): Ajv {
  const ajv = new Ajv({ allErrors: true, coerceTypes, useDefaults: true, strict: false, verbose: true });
  for (const [name, { accepts }] of Object.entries(formats)) ajv.addFormat(name, accepts);
  return ajv;
}

/**
 * Bodies have JSON types and are not coerced; queries, paths and headers are text, so they are parsed.
 * Each keeps what it compiled by schema, so that tests with several apps in a process compile a schema once.
 */
const [body, text] = [createAjv(false), createAjv(true)];

export function registerValidation(app: App): void {
  app.setValidatorCompiler<object>(({ schema, httpPart, method }) => {
    const compiled = validatorOnFirstUse(() => (httpPart === 'body' ? body : text).compile(schema));
    const validate = hasIds(schema) ? withNormalisation(lowerIds, schema, compiled) : compiled;
    if (httpPart === 'querystring') return withNormalisation(readSwitches, schema, validate);
    if (httpPart !== 'body') return validate;
    const bounded = boundArrays(schema, validate);
    return method === 'POST' ? withNormalisation(leaveOutNulls, schema, bounded) : bounded;
  });
  app.addHook('preValidation', async (request) => {
    // If an expected body is absent, validate an empty one, so that the error names each required field.
    if (request.body === undefined && request.routeOptions.schema?.body !== undefined) request.body = {};
    leaveOutEmpty(request.query as Record<string, unknown>);
  });
}

/**
 * Forms and common clients send an unset filter as `?status=`. The name stays in the query, because it may have a
 * meaning.
 */
function leaveOutEmpty(query: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(query)) if (value === '') query[name] = undefined;
}

interface Fields {
  type?: string | string[];
  format?: string;
  required?: string[];
  properties?: Record<string, Fields>;
  items?: Fields;
}

/** Validates a value after `normalise` has normalised the client's way of writing it. */
function withNormalisation(
  normalise: (schema: Fields, value: unknown) => void,
  schema: object,
  validate: ValidateFunction,
): ValidateFunction {
  const validateRest = (value: unknown) => {
    normalise(schema as Fields, value);
    const isValid = validate(value);
    wrapped.errors = validate.errors ?? null;
    return isValid;
  };
  const wrapped = Object.assign(validateRest, validate) as ValidateFunction;
  return wrapped;
}

/** Checks lengths before elements: an array that is too long is one error, and its elements are not validated. */
function boundArrays(schema: BoundedSchema, validate: ValidateFunction): ValidateFunction {
  const validateBounded = (value: unknown) => {
    const overlong = emptyOverlongArrays(schema, value);
    const isValid = validate(value) && overlong.length === 0;
    const isEmptied = new Set(overlong.map(({ path }) => path));
    const others = (validate.errors ?? []).filter(({ instancePath }) => !isEmptied.has(instancePath));
    bounded.errors = isValid ? null : [...overlong.map(maxItemsFault), ...others];
    return isValid;
  };
  const bounded = Object.assign(validateBounded, validate) as ValidateFunction;
  return bounded;
}

const maxItemsFault = ({ path, limit }: { path: string; limit: number }): ErrorObject => ({
  instancePath: path,
  schemaPath: '',
  keyword: 'maxItems',
  params: { limit },
});

/**
 * Clients in typed languages send null for fields that they leave out. If null has a meaning, or the field is required,
 * it stays.
 */
function leaveOutNulls({ properties = {}, required = [], items = {} }: Fields, value: unknown): void {
  if (Array.isArray(value)) for (const entry of value) leaveOutNulls(items, entry);
  else if (typeof value === 'object' && value !== null) {
    const fields = value as Record<string, unknown>;
    for (const [name, described] of Object.entries(properties)) {
      if (fields[name] !== null) leaveOutNulls(described, fields[name]);
      else if (!required.includes(name) && ![described.type].flat().includes('null')) delete fields[name];
    }
  }
}

const hasIds = (schema: object): boolean => JSON.stringify(schema).includes('"format":"uuid"');

/** Ids are written in either case. Inside the service they are in lower case, as the database returns them. */
function lowerIds(schema: Fields, value: unknown): void {
  if (Array.isArray(value)) {
    const { items = {} } = schema;
    for (const [index, entry] of value.entries()) {
      if (items.format === 'uuid' && typeof entry === 'string') value[index] = entry.toLowerCase();
      else lowerIds(items, entry);
    }
  } else if (typeof value === 'object' && value !== null) {
    const fields = value as Record<string, unknown>;
    for (const [name, described] of Object.entries(schema.properties ?? {})) {
      const field = fields[name];
      if (described.format === 'uuid' && typeof field === 'string') fields[name] = field.toLowerCase();
      else if (typeof field === 'object') lowerIds(described, field);
    }
  }
}

const switches: Record<string, string> = { '1': 'true', '0': 'false' };

/** Accepts the ways in which client languages write true in a query: `True`, `1`. */
function readSwitches({ properties = {} }: Fields, value: unknown): void {
  const query = value as Record<string, unknown>;
  for (const [name, { type }] of Object.entries(properties)) {
    const written = query[name];
    if (type === 'boolean' && typeof written === 'string') query[name] = switches[written] ?? written.toLowerCase();
  }
}

/** The error for values that a schema does not allow: one row for each field. */
export function toValidationError(error: FastifyError): AppError {
  const fields = new Set<string>();
  const details: Detail[] = [];
  for (const issue of (error.validation ?? []) as ErrorObject[]) {
    const path =
      issue.keyword === 'required' ? `${issue.instancePath}/${issue.params.missingProperty}` : issue.instancePath;
    // The first error of a field is the clearest; later ones follow from it.
    if (fields.has(path)) continue;
    fields.add(path);
    // A body may be wrong in 25,000 places. Only those that are sent are made.
    if (details.length < detailsAtMost) details.push({ field: fieldOf(issue), message: sentenceOf(issue) });
  }
  return invalidInput(details, fields.size - details.length);
}

function fieldOf(issue: ErrorObject): string {
  const segments = issue.instancePath
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (issue.keyword === 'required') segments.push(String(issue.params.missingProperty));
  const path = segments
    .map((segment, index) => (/^\d+$/.test(segment) ? `[${segment}]` : index === 0 ? segment : `.${segment}`))
    .join('');
  return path === '' ? 'body' : path;
}

function sentenceOf({ keyword, params, message, parentSchema, data }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'type':
      return `must be ${withArticle(params.type)}`;
    case 'enum':
      return `must be one of ${params.allowedValues.map(String).join(', ')}`;
    case 'format':
      if (typeof data === 'string' && !isStorable(data)) return notStorable;
      if (params.format === 'date-or-time' && isPlusLost(data)) return plusLost;
      return formats[params.format]?.errorMessage ?? `must be a ${params.format}`;
    case 'minimum':
      return `must be at least ${params.limit}`;
    case 'maximum':
      return `must be at most ${params.limit}`;
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`;
    case 'maxLength':
      return `must have at most ${params.limit} characters`;
    case 'minItems':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} entries`;
    case 'maxItems':
      return tooManyEntries(params.limit);
    case 'pattern':
      return typeof parentSchema?.['x-sentence'] === 'string' ? parentSchema['x-sentence'] : 'has the wrong form';
    default:
      return message ?? 'is invalid';
  }
}

function withArticle(type: unknown): string {
  const names = Array.isArray(type) ? type : [type];
  return names
    .map((name) => (name === 'null' ? 'null' : /^[aeio]/.test(name) ? `an ${name}` : `a ${name}`))
    .join(' or ');
}
