import type { RouteOptions } from 'fastify';

export interface Route {
  /** `GET /api/v1/customers/:id` */
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  options: RouteOptions;
}

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The routes that the API and the health checks have, of these routes of the service. */
export function listRoutes(found: readonly RouteOptions[]): Route[] {
  return found
    .filter(({ url }) => url.startsWith('/api/v1') || url.startsWith('/health'))
    .flatMap((options) =>
      [options.method].flat().flatMap((method) => {
        const known = methods.find((name) => name === method);
        return known === undefined || options.url.includes('*')
          ? []
          : [{ name: `${known} ${options.url}`, method: known, url: options.url, options }];
      }),
    );
}
