import type { RouteOptions } from 'fastify';
import { newId } from '../../server/src/core/ids.ts';
import type { Permission } from '../../server/src/core/permissions.ts';
import { formOf } from '../../test/form.ts';
import { aPng } from '../../test/images.ts';
import type { MerchantFixture } from '../merchant-fixture.ts';
import type { Kind } from '../merchant-records.ts';
import { matrix } from './matrix.ts';
import type { Named, RouteEntry } from './route-entry.ts';

export interface Route {
  /** For example `GET /customers/:id`. */
  name: string;
  method: string;
  url: string;
  entry: RouteEntry;
  permission: Permission | undefined;
}

/** A request without its credentials. */
export interface ProbeRequest {
  method: string;
  url: string;
  payload?: string | Buffer;
  headers?: Record<string, string>;
}

/** The place of an id in a request. */
export interface Slot {
  in: 'path' | 'query' | 'body';
  kind: Kind;
}

const isOutside = (url: string) => !url.startsWith('/api/v1/');

/** The routes of the API with their entries. @throws Error that names routes without an entry, and entries without a route */
export function matchRoutes(
  found: readonly RouteOptions[],
  entries: Readonly<Record<string, RouteEntry>> = matrix,
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
  const missing = listed.filter(({ name }) => entries[name] === undefined).map(({ name }) => name);
  const gone = Object.keys(entries).filter((name) => !listed.some((route) => route.name === name));
  if (missing.length > 0) throw new Error(`no entry in the matrix of proof/tenants: ${missing.join(', ')}`);
  if (gone.length > 0) throw new Error(`entry in the matrix of proof/tenants without a route: ${gone.join(', ')}`);
  return listed.map((route) => ({ ...route, entry: entries[route.name] ?? {} }));
}

export const nonPublic = (routes: readonly Route[]) => routes.filter(({ entry }) => entry.isPublic !== true);

/** The kinds of records that a body or query names. */
function kindsIn(make: ((named: Named) => unknown) | undefined): Kind[] {
  const read = new Set<Kind>();
  const recorder = new Proxy({} as Named, {
    get(_, kind) {
      read.add(kind as Kind);
      return newId();
    },
  });
  make?.(recorder);
  return [...read];
}

export const slotsOf = ({ entry }: Route): Slot[] => [
  ...(entry.about === undefined ? [] : [{ in: 'path', kind: entry.about } as const]),
  ...kindsIn(entry.query).map((kind): Slot => ({ in: 'query', kind })),
  ...kindsIn(entry.body).map((kind): Slot => ({ in: 'body', kind })),
];

let pictures = 0;

/** A request with ids of the merchant's own records. `instead` replaces one of them. */
export async function requestFor(
  { name, method, url, entry }: Route,
  fixture: MerchantFixture,
  instead?: { slot: Slot; id: string },
): Promise<ProbeRequest> {
  const named = (where: Slot['in']): Named =>
    instead?.slot.in === where ? { ...fixture.ids, [instead.slot.kind]: instead.id } : fixture.ids;
  const about = entry.about === undefined ? newId() : named('path')[entry.about];
  const path = url
    .replace(':id', about)
    .replace(':delivery_id', fixture.ids.delivery)
    .replace(':movement_id', fixture.ids.cash_movement);
  const query = entry.query === undefined ? '' : `?${entry.query(named('query'))}`;
  const request: ProbeRequest = { method, url: `${path}${query}` };
  if (/import(?!s\/)/.test(name) && method === 'POST')
    return { ...request, ...(await formOf('sku,name,price\n,none,x\n')) };
  if (name.endsWith('/images'))
    return { ...request, ...(await formOf(aPng({ comment: String(++pictures) }), { name: 'a.png' })) };
  if (entry.body === undefined) return request;
  return {
    ...request,
    payload: JSON.stringify(entry.body(named('body'))),
    headers: { 'content-type': 'application/json' },
  };
}
