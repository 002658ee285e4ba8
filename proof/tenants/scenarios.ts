import { buffer } from 'node:stream/consumers';
import type { LightMyRequestResponse } from 'fastify';
import { newId } from '../../server/src/core/ids.ts';
import { isAllowed } from '../../server/src/core/permissions.ts';
import type { OpenTestApp } from '../../test/test-app.ts';
import type { Random } from '../random.ts';
import type { Kind, World } from '../world.ts';
import type { Actor } from './actors.ts';
import { type Canaries, leaksIn, textOf } from './canaries.ts';
import { type Fault, faultsFor } from './credentials.ts';
import { type Ask, askFor, type Route, type Slot, slotsOf } from './probes.ts';

export interface Scene {
  app: OpenTestApp;
  routes: readonly Route[];
  /** Whose people ask. */
  world: World;
  /** Whose things they must not reach. */
  other: World;
  actors: readonly Actor[];
  /** The other's. */
  canaries: Canaries;
  random: Random;
  sums: { probes: number; requests: number; faults: string[]; scanned_bytes: number };
  /** The number of probes, in random order. */
  enough: number;
  spoil?: ((answer: Answered, ask: Ask) => Answered) | undefined;
}

export interface Answered {
  status: number;
  body: string;
  headers: string;
}

async function send(scene: Scene, headers: Record<string, string>, ask: Ask): Promise<Answered> {
  const { app, canaries, sums, spoil } = scene;
  sums.requests += 1;
  const { method, url, payload } = ask;
  const answer = await app.fastify.inject({
    method: method as 'GET',
    url,
    headers: { ...ask.headers, ...headers },
    ...(payload === undefined ? {} : { payload }),
    payloadAsStream: true,
  });
  const { 'x-request-id': _, date: __, ...told } = answer.headers;
  const plain: Answered = {
    status: answer.statusCode,
    body: await textOf(await bodyOf(answer)),
    headers: JSON.stringify(told),
  };
  const found = spoil?.(plain, ask) ?? plain;
  sums.scanned_bytes += found.body.length;
  const asked = `${url} ${payload ?? ''}`;
  const leaks = leaksIn(`${found.headers}\n${found.body}`, canaries, asked);
  for (const leak of leaks)
    sums.faults.push(`leak: ${method} ${url} ${payload ?? ''}\n  answered ${found.status} with ${leak}`);
  if (found.status >= 500)
    sums.faults.push(`${method} ${url} ${payload ?? ''}\n  answered ${found.status}: ${found.body.slice(0, 300)}`);
  return found;
}

/** An endless response where a rejection is expected is wrong already. */
async function bodyOf(answer: LightMyRequestResponse): Promise<Buffer> {
  const stream = answer.stream();
  if (!String(answer.headers['content-type']).startsWith('text/event-stream')) return buffer(stream);
  stream.destroy();
  return Buffer.alloc(0);
}

const complain = ({ sums }: Scene, who: string, { method, url, payload }: Ask, what: string) =>
  sums.faults.push(`${who}: ${method} ${url} ${String(payload ?? '').slice(0, 300)}\n  ${what}`);

const closed = (routes: readonly Route[]) => routes.filter(({ place }) => place.isOpen !== true);

/** Every closed route with every fault of a credential: refused, and each time in the same words. */
export async function probeCredentials(scene: Scene): Promise<void> {
  const faults = await faultsFor(scene.world, scene.other);
  const words = new Map<string, string>();
  for (const route of closed(scene.routes)) {
    for (const fault of faults) {
      // A session is a person's, and asks for no merchant.
      if (fault.status === 403 && route.permission === undefined) continue;
      const ask = await askFor(route, scene.world);
      const { status, body } = await send(scene, fault.headers, ask);
      const first = words.get(fault.name) ?? body;
      words.set(fault.name, first);
      if (isForeign(fault)) scene.sums.probes += 1;
      if (status !== fault.status || body !== first)
        complain(scene, fault.name, ask, `answered ${status} ${body.slice(0, 200)}`);
    }
  }
  if (words.get('another merchant') !== words.get('a merchant that never was'))
    scene.sums.faults.push('another merchant is told from one that never was');
}

const isForeign = ({ name }: Fault) => /another merchant|two merchants|somebody else|another body/.test(name);

const withoutId = ({ status, body }: Answered, id: string): string => `${status} ${body.replaceAll(id, '<id>')}`;

/** Bodies whose answers are new each time they succeed. */
const isNew = ({ status }: Answered) => status < 300;

/** Something of the other merchant, and something that never was: one answer. The same for what is deleted, and for sales of other branches. */
export async function probeForeign(scene: Scene): Promise<void> {
  const { random, sums, enough } = scene;
  const deleted = await deletedThings(scene.world);
  const slots = closed(scene.routes)
    .filter(({ place }) => place.isEndless !== true)
    .flatMap((route) => slotsOf(route).map((slot) => ({ route, slot, turn: random.below(2 ** 31) })));
  for (const { route, slot } of slots.sort((a, b) => a.turn - b.turn)) {
    if (sums.probes >= enough) return;
    for (const actor of scene.actors) await probeSlot(scene, { route, slot, actor, deleted });
  }
}

interface Probe {
  route: Route;
  slot: Slot;
  actor: Actor;
  deleted: Partial<Record<Kind, string>>;
}

async function probeSlot(scene: Scene, { route, slot, actor, deleted }: Probe): Promise<void> {
  const { world, other, random, sums } = scene;
  const askWith = (id: string) => askFor(route, world, { slot, id });
  const absent = newId();
  const expected = await send(scene, actor.headers, await askWith(absent));
  const compare = async (what: string, id: string) => {
    const ask = await askWith(id);
    const found = await send(scene, actor.headers, ask);
    const isSame =
      isNew(expected) && route.method !== 'GET'
        ? found.status === expected.status
        : withoutId(found, id) === withoutId(expected, absent);
    if (!isSame)
      complain(
        scene,
        `${actor.name}, ${what}`,
        ask,
        `answered ${withoutId(found, id).slice(0, 300)}\n  and not ${withoutId(expected, absent).slice(0, 300)}`,
      );
  };
  const kinds = Object.keys(other.ids) as Kind[];
  for (const kind of new Set([slot.kind, random.oneOf(kinds), random.oneOf(kinds)])) {
    sums.probes += 1;
    await compare(`another merchant's ${kind}`, other.ids[kind]);
  }
  const gone = deleted[slot.kind];
  if (gone !== undefined && slot.in === 'path' && !keepsDeleted.test(route.name))
    await compare(`a deleted ${slot.kind}`, gone);
  if (actor.isLimited) await probeElsewhere(scene, { route, slot, actor, deleted }, compare);
}

/** Personal data of a deleted customer can still be read and erased. */
const keepsDeleted = /^(GET|POST) \/customers\/:id\/(data|erase)$/;

async function probeElsewhere(
  scene: Scene,
  { route, slot, actor }: Probe,
  compare: (what: string, id: string) => Promise<void>,
): Promise<void> {
  const { elsewhere } = scene.world;
  const id = (elsewhere as Partial<Record<Kind, string>>)[slot.kind];
  if (id === undefined || !isAllowed(actor.role, route.permission ?? 'merchant:read')) return;
  if (slot.kind === 'sale' || slot.kind === 'parked') return compare('a sale of another branch', id);
  // Goods may be sent there.
  const ask = await askFor(route, scene.world, { slot, id });
  const { status, body } = await send(scene, actor.headers, ask);
  const mayBeTold =
    route.method === 'GET' &&
    (route.place.tellsOfBranches === true || slot.in === 'path' || route.name === 'GET /warehouses');
  const isRefused = status === 403 || (route.permission === undefined && status === 404);
  if (!mayBeTold && !isRefused)
    complain(scene, `${actor.name}, a ${slot.kind} elsewhere`, ask, `answered ${status} ${body.slice(0, 200)}`);
}

const deletable: readonly [kind: Kind, path: string][] = [
  ['product', '/products'],
  ['customer', '/customers'],
  ['category', '/categories'],
  ['webhook', '/webhooks'],
];

/** Things that were there. */
async function deletedThings(world: World): Promise<Partial<Record<Kind, string>>> {
  const gone: Partial<Record<Kind, string>> = {};
  for (const [kind, path] of deletable) {
    const id = await world.fresh(kind);
    const { status, text } = await world.owner.caller.delete(`${path}/${id}`);
    if (status !== 200) throw new Error(`${kind}: ${text}`);
    gone[kind] = id;
  }
  return gone;
}

const lists = ({ routes }: Scene) => routes.filter(({ method, place }) => method === 'GET' && place.isEndless !== true);

/** The request for all that a list has. */
function askForAll(route: Route, world: World): Promise<Ask> {
  const { query } = route.place;
  return askFor(
    { ...route, place: { ...route.place, ...(query === undefined ? {} : { query: everything(route) }) } },
    world,
  );
}

const withMore = (url: string, more: string) => `${url}${url.includes('?') ? '&' : '?'}${more}`;

/** Where the other merchant's people stand in each list, by its route. */
export async function placesInLists(scene: Scene): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const route of lists(scene)) {
    const { url } = await askForAll(route, scene.other);
    const { body } = await scene.other.owner.caller.get(`/${withMore(url, 'limit=1')}`);
    const cursor: unknown = body?.meta?.next_cursor;
    if (typeof cursor === 'string') found.set(route.name, cursor);
  }
  return found;
}

/** All that can be read, by everybody; and lists gone on with from where the other merchant stands. */
export async function probeLists(scene: Scene, cursors: ReadonlyMap<string, string>): Promise<void> {
  const { actors, world, other, sums } = scene;
  for (const route of lists(scene)) {
    const plain = await askForAll(route, world);
    const cursor = cursors.get(route.name);
    const urls = [
      plain.url,
      ...(cursor === undefined ? [] : [withMore(plain.url, `cursor=${encodeURIComponent(cursor)}`)]),
      withMore(plain.url, `search=${other.mark.slice(0, -1)}`),
    ];
    for (const { headers, isThere } of actors) {
      if (route.place.tellsOfOwnMerchants === true && isThere === true) continue;
      for (const url of urls) await send(scene, headers, { ...plain, url });
      sums.probes += urls.length;
    }
  }
}

/** What a list needs, naming nothing. */
const everything =
  ({ name }: Route) =>
  () =>
    name.endsWith('/export')
      ? 'format=xlsx'
      : name.endsWith('/sales')
        ? 'start_date=2026-01-01&end_date=2026-12-31'
        : 'x=1';

/** Files of reports, links to them, and answers kept under a key. */
export async function probeFiles(scene: Scene): Promise<void> {
  const { world, other, sums } = scene;
  const span = { start_date: '2026-01-01', end_date: '2026-12-31' };
  const fileOf = async ({ owner }: World, report_type: string, format: string): Promise<string> => {
    const { body } = await owner.caller.post('/reports/export', { report_type, format, ...span });
    return (body.data.download_url as string).replace(/^https?:\/\/[^/]+/, '');
  };
  for (const report_type of ['sales', 'transactions', 'products', 'inventory', 'customers'])
    for (const format of ['csv', 'xlsx']) {
      const [mine, theirs] = [await fileOf(world, report_type, format), await fileOf(other, report_type, format)];
      const file = await send(scene, {}, { method: 'GET', url: mine });
      if (file.status !== 200) sums.faults.push(`${mine}: ${file.status}`);
      sums.probes += 2;
      const [path = ''] = theirs.split('?');
      const signed = { method: 'GET', url: `${path}?${mine.split('?')[1]}` };
      const { status } = await send(scene, {}, signed);
      if (status !== 404) complain(scene, "another's file under one's own signature", signed, `answered ${status}`);
    }
  // A key is a merchant's own.
  const key = { 'idempotency-key': `key-${newId()}` };
  const payload = { name: 'Same words' };
  await other.owner.caller.post('/customers', payload, key);
  const again = await world.owner.caller.post('/customers', payload, key);
  sums.probes += 1;
  if (again.status !== 201 || again.headers['idempotent-replayed'] !== undefined)
    sums.faults.push(`a key of another merchant: ${again.status} ${again.text}`);
}

/** Every role gets what its permissions say, and nothing beyond them. */
export async function probeRoles(scene: Scene): Promise<void> {
  const { routes, actors, world } = scene;
  const reading = routes.filter(({ method }) => method === 'GET');
  const ordered = [...reading, ...routes.filter(({ method }) => method !== 'GET')];
  for (const route of ordered) {
    const { place, permission } = route;
    if (permission === undefined || place.isEndless || place.isOpen) continue;
    for (const actor of actors.filter(({ isLimited }) => !isLimited)) {
      const isPermitted = isAllowed(actor.role, permission);
      const kind = place.about ?? 'product';
      const spent =
        place.spends && isPermitted
          ? { slot: { in: place.about === undefined ? 'body' : 'path', kind } as Slot, id: await world.fresh(kind) }
          : undefined;
      const ask = await askFor(route, world, spent);
      const { status, body } = await send(scene, actor.headers, ask);
      const served = place.isPersonal && actor.role !== 'owner' ? [404] : [200, 201, 422];
      const isRight = isPermitted ? served.includes(status) : status === 403;
      if (!isRight)
        complain(
          scene,
          actor.name,
          ask,
          `${isPermitted ? 'may' : 'may not'}, and was answered ${status} ${body.slice(0, 200)}`,
        );
    }
  }
}
