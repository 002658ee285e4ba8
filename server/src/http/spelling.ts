import type { FastifyRequest } from 'fastify';
import { ValidationErrors } from '../kernel/errors.ts';
import type { App } from './app.ts';

export const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The camelCase twin of a snake_case name; the name itself when it is one word. */
export const toCamelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const spellings = { snake_case: toSnakeCase, camelCase: toCamelCase };
export type Spelling = keyof typeof spellings;

/** Query parameters, and the bodies of a few routes, come in snake_case or camelCase; schemas and handlers know one spelling only. */
export function registerSpelling(app: App): void {
  app.decorateRequest('spelledAs');
  app.addHook('preValidation', async (request) => {
    request.spelledAs = new Map();
    const errors = new ValidationErrors();
    const { schema, config } = request.routeOptions;
    request.query = respelled(request.query as object, { spelling: 'snake_case', described: schema?.querystring, request, errors });
    const { bodySpelling } = config;
    const { body } = request;
    if (bodySpelling !== undefined && typeof body === 'object' && body !== null && !Array.isArray(body)) {
      request.body = respelled(body, { spelling: bodySpelling, described: schema?.body, request, errors });
    }
    errors.throwIfAny();
  });
}

interface Respelling {
  spelling: Spelling;
  /** The schema of these fields. */
  described: unknown;
  request: FastifyRequest;
  errors: ValidationErrors;
}

function respelled(fields: object, { spelling, described, request, errors }: Respelling): Record<string, unknown> {
  const { spelledAs } = request;
  const known = new Set(namesIn(described));
  const found: Record<string, unknown> = {};
  for (const [written, value] of Object.entries(fields)) {
    const name = spellings[spelling](written);
    // Unknown fields are ignored: they are not compared either, since one name of many words has very many spellings.
    if (!known.has(name)) {
      if (written !== '__proto__') found[written] = value;
      continue;
    }
    const isSaid = Object.hasOwn(found, name) && found[name] !== undefined;
    // Of two spellings the one that says something.
    if (isSaid && value === undefined) continue;
    if (isSaid && JSON.stringify(found[name]) !== JSON.stringify(value)) {
      errors.add(written, `differs from its other spelling, ${spelledAs.get(name) ?? name}`);
    }
    // Of two spellings the later is complained of.
    if (name === written) spelledAs.delete(name);
    else spelledAs.set(name, written);
    found[name] = value;
  }
  if (spelling === 'snake_case' && spelledAs.size > 0) {
    // Who writes camelCase is told in camelCase of what is missing, too.
    for (const name of known) if (!Object.hasOwn(found, name)) spelledAs.set(name, toCamelCase(name));
  }
  return found;
}

const namesIn = (schema: unknown): string[] =>
  typeof schema === 'object' && schema !== null && 'properties' in schema ? Object.keys(schema.properties ?? {}) : [];

/** What the client calls a field that the code calls by its snake_case name: as it sent it, or in the spelling of the route's bodies. */
export function spellField(request: FastifyRequest, field: string): string {
  const name = request.routeOptions.config?.bodySpelling === 'camelCase' ? toCamelCase(field) : field;
  // There are no spellings yet when a request fails early.
  return request.spelledAs?.get(name) ?? request.spelledAs?.get(field) ?? name;
}
