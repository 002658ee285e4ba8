import type { RouteOptions } from 'fastify';
import { newId } from '../../server/src/core/ids.ts';
import type { Permission } from '../../server/src/core/permissions.ts';
import { formOf } from '../../test/form.ts';
import { aPng } from '../../test/images.ts';
import type { Kind, World } from '../world.ts';
import { matrix, type Named, type Place } from './matrix.ts';

export interface Route {
  /** `GET /customers/:id` */
  name: string;
  method: string;
  url: string;
  place: Place;
  permission: Permission | undefined;
}

/** What a route is asked for, besides who asks. */
export interface Ask {
  method: string;
  url: string;
  payload?: string | Buffer;
  headers?: Record<string, string>;
}

/** Where a request names something. */
export interface Slot {
  in: 'path' | 'query' | 'body';
  kind: Kind;
}

const isOutside = (url: string) => !url.startsWith('/api/v1/');

/** The routes of the interface in their places. @throws Error that names those which have none, and places without a route */
export function placedRoutes(
  found: readonly RouteOptions[],
  places: Readonly<Record<string, Place>> = matrix,
): Route[] {
  const listed = found
    .filter(({ url }) => !isOutside(url) && !url.includes('*'))
    .flatMap(({ method, url, config }) =>
      [method]
        .flat()
        .filter((name) => name !== 'HEAD' && name !== 'OPTIONS')
        .map((name) => ({
          name: `${name} ${url.replace('/api/v1', '')}`,
          method: name,
          url,
          permission: config?.permission,
        })),
    );
  const missing = listed.filter(({ name }) => places[name] === undefined).map(({ name }) => name);
  const gone = Object.keys(places).filter((name) => !listed.some((route) => route.name === name));
  if (missing.length > 0) throw new Error(`not placed in proof/tenants/matrix.ts: ${missing.join(', ')}`);
  if (gone.length > 0) throw new Error(`placed in proof/tenants/matrix.ts, and no route: ${gone.join(', ')}`);
  return listed.map((route) => ({ ...route, place: places[route.name] ?? {} }));
}

/** The kinds that a body or query names. */
function kindsIn(make: ((named: Named) => unknown) | undefined): Kind[] {
  const read = new Set<Kind>();
  const noted = new Proxy({} as Named, {
    get(_, kind) {
      read.add(kind as Kind);
      return newId();
    },
  });
  make?.(noted);
  return [...read];
}

export const slotsOf = ({ place }: Route): Slot[] => [
  ...(place.about === undefined ? [] : [{ in: 'path', kind: place.about } as const]),
  ...kindsIn(place.query).map((kind): Slot => ({ in: 'query', kind })),
  ...kindsIn(place.body).map((kind): Slot => ({ in: 'body', kind })),
];

let pictures = 0;

/** The request with the world's own things in all slots but one. */
export async function askFor(
  { name, method, url, place }: Route,
  world: World,
  instead?: { slot: Slot; id: string },
): Promise<Ask> {
  const named = (where: Slot['in']): Named =>
    instead?.slot.in === where ? { ...world.ids, [instead.slot.kind]: instead.id } : world.ids;
  const about = place.about === undefined ? newId() : named('path')[place.about];
  const path = url.replace(':id', about).replace(':delivery_id', world.ids.delivery);
  const query = place.query === undefined ? '' : `?${place.query(named('query'))}`;
  const ask: Ask = { method, url: `${path}${query}` };
  if (/import/.test(name) && method === 'POST') return { ...ask, ...(await formOf('sku,name,price\n,none,x\n')) };
  if (name.endsWith('/images'))
    return { ...ask, ...(await formOf(aPng({ comment: String(++pictures) }), { name: 'a.png' })) };
  if (place.body === undefined) return ask;
  return {
    ...ask,
    payload: JSON.stringify(place.body(named('body'))),
    headers: { 'content-type': 'application/json' },
  };
}
