import type { FastifyRequest } from 'fastify';
import { ValidationErrors } from '../../core/errors.ts';
import type { App } from '../context/app.ts';

export const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The camelCase form of a snake_case name; the name itself if it is one word. */
export const toCamelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const fieldCases = { snake_case: toSnakeCase, camelCase: toCamelCase };
export type FieldCase = keyof typeof fieldCases;

/**
 * Query parameters, and the bodies of a few routes, may be in snake_case or camelCase; schemas and handlers use one
 * case only.
 */
export function registerFieldCase(app: App): void {
  app.decorateRequest('clientFieldNames');
  app.addHook('preValidation', async (request) => {
    request.clientFieldNames = new Map();
    const errors = new ValidationErrors();
    const { schema, config } = request.routeOptions;
    request.query = changeCase(request.query as object, {
      fieldCase: 'snake_case',
      described: schema?.querystring,
      request,
      errors,
    });
    const { bodyFieldCase } = config;
    const { body } = request;
    if (bodyFieldCase !== undefined && typeof body === 'object' && body !== null && !Array.isArray(body)) {
      request.body = changeCase(body, { fieldCase: bodyFieldCase, described: schema?.body, request, errors });
    }
    errors.throwIfAny();
  });
}

interface CaseChange {
  fieldCase: FieldCase;
  /** The schema of these fields. */
  described: unknown;
  request: FastifyRequest;
  errors: ValidationErrors;
}

function changeCase(fields: object, { fieldCase, described, request, errors }: CaseChange): Record<string, unknown> {
  const { clientFieldNames } = request;
  const known = new Set(namesIn(described));
  const found: Record<string, unknown> = {};
  for (const [clientName, value] of Object.entries(fields)) {
    const name = fieldCases[fieldCase](clientName);
    // Unknown fields are ignored. They are not compared either, since a name of many words can be written in very many
    // ways.
    if (!known.has(name)) {
      if (clientName !== '__proto__') found[clientName] = value;
      continue;
    }
    const isPresent = Object.hasOwn(found, name) && found[name] !== undefined;
    // If both forms are present, use the one with a value.
    if (isPresent && value === undefined) continue;
    if (isPresent && JSON.stringify(found[name]) !== JSON.stringify(value)) {
      errors.add(clientName, `differs from its other spelling, ${clientFieldNames.get(name) ?? name}`);
    }
    // If both forms are present, the error names the later one.
    if (name === clientName) clientFieldNames.delete(name);
    else clientFieldNames.set(name, clientName);
    found[name] = value;
  }
  if (fieldCase === 'snake_case' && clientFieldNames.size > 0) {
    // A client that writes camelCase gets the names of missing fields in camelCase, too.
    for (const name of known) if (!Object.hasOwn(found, name)) clientFieldNames.set(name, toCamelCase(name));
  }
  return found;
}

const namesIn = (schema: unknown): string[] =>
  typeof schema === 'object' && schema !== null && 'properties' in schema ? Object.keys(schema.properties ?? {}) : [];

/**
 * The client's name of a field that the code names in snake_case: as the client sent it, or in the case of the route's
 * bodies.
 */
export function toClientCase(request: FastifyRequest, field: string): string {
  const name = request.routeOptions.config?.bodyFieldCase === 'camelCase' ? toCamelCase(field) : field;
  // The names are not known yet when a request fails early.
  return request.clientFieldNames?.get(name) ?? request.clientFieldNames?.get(field) ?? name;
}
