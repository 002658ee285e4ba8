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
    request.query = inSnakeCase(request.query as Record<string, unknown>, request.spelledAs, complaints);
    const { body } = request;
    if (request.routeOptions.config.bothSpellings === true && typeof body === 'object' && body !== null && !Array.isArray(body)) {
      request.body = inSnakeCase(body as Record<string, unknown>, request.spelledAs, complaints);
    }
    complaints.settle();
  });
}

function inSnakeCase(fields: Record<string, unknown>, spelledAs: Map<string, string>, complaints: Complaints): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const snake = toSnakeCase(name);
    if (snake === '__proto__') continue;
    if (Object.hasOwn(found, snake) && JSON.stringify(found[snake]) !== JSON.stringify(value)) {
      complaints.add(name, `differs from its other spelling, ${spelledAs.get(snake) ?? snake}`);
    }
    if (snake !== name) spelledAs.set(snake, name);
    found[snake] = value;
  }
  return found;
}
