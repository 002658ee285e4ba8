import { Complaints } from '../kernel/refusal.ts';
import type { App } from './app.ts';

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The camelCase twin of a snake_case name; the name itself when it is one word. */
export const toCamelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Query parameters, and the bodies of a few routes, come in snake_case or camelCase; schemas and handlers know the first only. */
export function registerSpelling(app: App): void {
  app.decorateRequest('spelledAs');
  app.addHook('preValidation', async (request) => {
    request.spelledAs = new Map();
    const complaints = new Complaints();
    const { schema, config } = request.routeOptions;
    const read = (fields: object, described: unknown) => inSnakeCase(fields, { spelledAs: request.spelledAs, described, complaints });
    request.query = read(request.query as object, schema?.querystring);
    const { body } = request;
    if (config.bothSpellings === true && typeof body === 'object' && body !== null && !Array.isArray(body)) {
      request.body = read(body, schema?.body);
    }
    complaints.settle();
  });
}

interface Reading {
  spelledAs: Map<string, string>;
  /** The schema of these fields. */
  described: unknown;
  complaints: Complaints;
}

function inSnakeCase(fields: object, { spelledAs, described, complaints }: Reading): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  const camelCase = new Map<string, string>();
  for (const [name, value] of Object.entries(fields)) {
    const snake = toSnakeCase(name);
    if (snake === '__proto__') continue;
    if (Object.hasOwn(found, snake) && JSON.stringify(found[snake]) !== JSON.stringify(value)) {
      complaints.add(name, 'differs from its other spelling');
    }
    if (snake !== name) camelCase.set(snake, name);
    found[snake] = value;
  }
  if (camelCase.size > 0) {
    // Who writes camelCase is told in camelCase of what is missing, too.
    for (const name of namesIn(described)) if (!Object.hasOwn(found, name)) spelledAs.set(name, toCamelCase(name));
    for (const [snake, name] of camelCase) spelledAs.set(snake, name);
  }
  return found;
}

const namesIn = (schema: unknown): string[] =>
  typeof schema === 'object' && schema !== null && 'properties' in schema ? Object.keys(schema.properties ?? {}) : [];
