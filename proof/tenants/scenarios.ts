import { buffer } from 'node:stream/consumers';
import type { LightMyRequestResponse } from 'fastify';
import { newId } from '../../server/src/core/ids.ts';
import { isAllowed } from '../../server/src/core/permissions.ts';
import type { OpenTestApp } from '../../test/test-app.ts';
import type { MerchantFixture } from '../merchant-fixture.ts';
import type { Kind } from '../merchant-records.ts';
import type { Random } from '../random.ts';
import type { Actor } from './actors.ts';
import { type Canaries, leaksIn, textOf } from './canaries.ts';
import { type InvalidCredential, invalidCredentials } from './credentials.ts';
import { type ProbeRequest, type Route, requestFor, type Slot, slotsOf } from './probes.ts';

export interface ProbeContext {
  app: OpenTestApp;
  routes: readonly Route[];
  /** The merchant whose users send the requests. */
  fixture: MerchantFixture;
  /** The merchant whose records they must not reach. */
  other: MerchantFixture;
  actors: readonly Actor[];
  /** Of the other merchant. */
  canaries: Canaries;
  random: Random;
  totals: { probes: number; requests: number; faults: string[]; scanned_bytes: number };
  /** The number of probes after which `probeForeign` ends. */
  maxProbes: number;
  alterResponse?: ((answer: ReceivedResponse, request: ProbeRequest) => ReceivedResponse) | undefined;
}

export interface ReceivedResponse {
  status: number;
  body: string;
  headers: string;
}

async function send(
  context: ProbeContext,
  headers: Record<string, string>,
  request: ProbeRequest,
): Promise<ReceivedResponse> {
  const { app, canaries, totals, alterResponse } = context;
  totals.requests += 1;
  const { method, url, payload } = request;
  const answer = await app.fastify.inject({
    method: method as 'GET',
    url,
    headers: { ...request.headers, ...headers },
    ...(payload === undefined ? {} : { payload }),
    payloadAsStream: true,
  });
  const { 'x-request-id': _, date: __, ...others } = answer.headers;
  const plain: ReceivedResponse = {
    status: answer.statusCode,
    body: await textOf(await bodyOf(answer)),
    headers: JSON.stringify(others),
  };
  const found = alterResponse?.(plain, request) ?? plain;
  totals.scanned_bytes += found.body.length;
  const requestText = `${url} ${payload ?? ''}`;
  // An export shows the branch that an earlier request of this merchant named. Its file has no rows of it.
  const shown =
    method === 'GET' && url.startsWith('/api/v1/exports') ? found.body.replace(/"branch_id":"[^"]*"/g, '') : found.body;
  const leaks = leaksIn(`${found.headers}\n${shown}`, canaries, requestText);
  for (const leak of leaks)
    totals.faults.push(`leak: ${method} ${url} ${payload ?? ''}\n  got ${found.status} with ${leak}`);
  if (found.status >= 500)
    totals.faults.push(`${method} ${url} ${payload ?? ''}\n  got ${found.status}: ${found.body.slice(0, 300)}`);
  return found;
}

/** The body of a response. An endless one is cut off: here a rejection is expected, so its status is already wrong. */
async function bodyOf(answer: LightMyRequestResponse): Promise<Buffer> {
  const stream = answer.stream();
  if (!String(answer.headers['content-type']).startsWith('text/event-stream')) return buffer(stream);
  stream.destroy();
  return Buffer.alloc(0);
}

const report = ({ totals }: ProbeContext, who: string, { method, url, payload }: ProbeRequest, what: string) =>
  totals.faults.push(`${who}: ${method} ${url} ${String(payload ?? '').slice(0, 300)}\n  ${what}`);

const nonPublic = (routes: readonly Route[]) => routes.filter(({ entry }) => entry.isPublic !== true);

/** Requests every non-public route with every invalid credential. All must be rejected, each time with the same body. */
export async function probeCredentials(context: ProbeContext): Promise<void> {
  const credentials = await invalidCredentials(context.fixture, context.other);
  const bodies = new Map<string, string>();
  for (const route of nonPublic(context.routes)) {
    for (const credential of credentials) {
      // Routes of the user's own session ignore the merchant.
      if (credential.status === 403 && route.permission === undefined) continue;
      const request = await requestFor(route, context.fixture);
      const { status, body } = await send(context, credential.headers, request);
      const first = bodies.get(credential.name) ?? body;
      bodies.set(credential.name, first);
      if (isForeign(credential)) context.totals.probes += 1;
      if (status !== credential.status || body !== first)
        report(context, credential.name, request, `got ${status} ${body.slice(0, 200)}`);
    }
  }
  if (bodies.get('another merchant') !== bodies.get('an unknown merchant'))
    context.totals.faults.push('the response to another merchant differs from that to an unknown one');
}

const isForeign = ({ name }: InvalidCredential) =>
  /another merchant|two merchants|of another user|another body/.test(name);

const withoutId = ({ status, body }: ReceivedResponse, id: string): string =>
  `${status} ${body.replaceAll(id, '<id>')}`;

const isSuccess = ({ status }: ReceivedResponse) => status < 300;

/** Compares the responses to ids of the other merchant with those to unknown ids. Deleted records and sales of other branches are also tried. */
export async function probeForeign(context: ProbeContext): Promise<void> {
  const { random, totals, maxProbes } = context;
  const deleted = await createDeleted(context.fixture);
  const slots = nonPublic(context.routes)
    .filter(({ entry }) => entry.isEndless !== true)
    .flatMap((route) => slotsOf(route).map((slot) => ({ route, slot, turn: random.below(2 ** 31) })));
  for (const { route, slot } of slots.sort((a, b) => a.turn - b.turn)) {
    if (totals.probes >= maxProbes) return;
    for (const actor of context.actors) await probeSlot(context, { route, slot, actor, deleted });
  }
}

interface Probe {
  route: Route;
  slot: Slot;
  actor: Actor;
  deleted: Partial<Record<Kind, string>>;
}

async function probeSlot(context: ProbeContext, { route, slot, actor, deleted }: Probe): Promise<void> {
  const { fixture, other, random, totals } = context;
  const requestWith = (id: string) => requestFor(route, fixture, { slot, id });
  const absent = newId();
  const expected = await send(context, actor.headers, await requestWith(absent));
  const compare = async (what: string, id: string) => {
    const request = await requestWith(id);
    const found = await send(context, actor.headers, request);
    // A successful change has another body each time.
    const isSame =
      isSuccess(expected) && route.method !== 'GET'
        ? found.status === expected.status
        : withoutId(found, id) === withoutId(expected, absent);
    if (!isSame)
      report(
        context,
        `${actor.name}, ${what}`,
        request,
        `got ${withoutId(found, id).slice(0, 300)}\n  but must get ${withoutId(expected, absent).slice(0, 300)}`,
      );
  };
  const kinds = Object.keys(other.ids) as Kind[];
  for (const kind of new Set([slot.kind, random.oneOf(kinds), random.oneOf(kinds)])) {
    totals.probes += 1;
    await compare(`another merchant's ${kind}`, other.ids[kind]);
  }
  const deletedId = deleted[slot.kind];
  if (deletedId !== undefined && slot.in === 'path' && !servesDeleted.test(route.name))
    await compare(`a deleted ${slot.kind}`, deletedId);
  if (actor.isLimited) await probeOtherBranch(context, { route, slot, actor, deleted }, compare);
}

/** Personal data of a deleted customer can still be read and erased, and the earlier prices of a product read. */
const servesDeleted = /^(GET|POST) \/customers\/:id\/(data|erase)$|^GET \/products\/:id\/prices$/;

/** Kinds of records that a member of another branch does not find. */
const hiddenElsewhere: readonly Kind[] = ['sale', 'parked', 'shift', 'counting', 'closure'];

async function probeOtherBranch(
  context: ProbeContext,
  { route, slot, actor }: Probe,
  compare: (what: string, id: string) => Promise<void>,
): Promise<void> {
  const { otherBranch } = context.fixture;
  const id = (otherBranch as Partial<Record<Kind, string>>)[slot.kind];
  if (id === undefined || !isAllowed(actor.role, route.permission ?? 'merchant:read')) return;
  if (hiddenElsewhere.includes(slot.kind)) return compare(`a ${slot.kind} of another branch`, id);
  // Other records of the branch may be visible: goods can be transferred there.
  const request = await requestFor(route, context.fixture, { slot, id });
  const { status, body } = await send(context, actor.headers, request);
  const maySee =
    route.method === 'GET' &&
    (route.entry.showsOtherBranches === true || slot.in === 'path' || route.name === 'GET /warehouses');
  const isRefused = status === 403 || (route.permission === undefined && status === 404);
  if (!maySee && !isRefused)
    report(context, `${actor.name}, a ${slot.kind} of another branch`, request, `got ${status} ${body.slice(0, 200)}`);
}

const deletable: readonly [kind: Kind, path: string][] = [
  ['product', '/products'],
  ['customer', '/customers'],
  ['category', '/categories'],
  ['webhook', '/webhooks'],
];

/** Creates records and deletes them. @returns their ids */
async function createDeleted(fixture: MerchantFixture): Promise<Partial<Record<Kind, string>>> {
  const deleted: Partial<Record<Kind, string>> = {};
  for (const [kind, path] of deletable) {
    const id = await fixture.create(kind);
    const { status, text } = await fixture.owner.caller.delete(`${path}/${id}`);
    if (status !== 200) throw new Error(`${kind}: ${text}`);
    deleted[kind] = id;
  }
  return deleted;
}

const lists = ({ routes }: ProbeContext) =>
  routes.filter(({ method, entry }) => method === 'GET' && entry.isEndless !== true);

/** A request for a whole list, without filters. */
function requestForAll(route: Route, fixture: MerchantFixture): Promise<ProbeRequest> {
  const { query } = route.entry;
  return requestFor(
    { ...route, entry: { ...route.entry, ...(query === undefined ? {} : { query: requiredQuery(route) }) } },
    fixture,
  );
}

const withMore = (url: string, more: string) => `${url}${url.includes('?') ? '&' : '?'}${more}`;

/** A cursor of the other merchant for each list, by route. */
export async function cursorsOfLists(context: ProbeContext): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const route of lists(context)) {
    const { url } = await requestForAll(route, context.other);
    const { body } = await context.other.owner.caller.get(`/${withMore(url, 'limit=1')}`);
    const cursor: unknown = body?.meta?.next_cursor;
    if (typeof cursor === 'string') found.set(route.name, cursor);
  }
  return found;
}

/** Reads all lists as each user: from the start, from a cursor of the other merchant, and searched by its mark. */
export async function probeLists(context: ProbeContext, cursors: ReadonlyMap<string, string>): Promise<void> {
  const { actors, fixture, other, totals } = context;
  for (const route of lists(context)) {
    const plain = await requestForAll(route, fixture);
    const cursor = cursors.get(route.name);
    const urls = [
      plain.url,
      ...(cursor === undefined ? [] : [withMore(plain.url, `cursor=${encodeURIComponent(cursor)}`)]),
      withMore(plain.url, `search=${other.mark.slice(0, -1)}`),
    ];
    for (const { headers, worksForBoth } of actors) {
      if (route.entry.listsOwnMerchants === true && worksForBoth === true) continue;
      for (const url of urls) await send(context, headers, { ...plain, url });
      totals.probes += urls.length;
    }
  }
}

/** The required query of a list, without ids. */
const requiredQuery =
  ({ name }: Route) =>
  () =>
    // In a PDF, the text of another merchant would not be found.
    name.endsWith('/report')
      ? 'format=csv'
      : name.endsWith('/export')
        ? 'format=xlsx'
        : name.endsWith('/sales')
          ? 'start_date=2026-01-01&end_date=2026-12-31'
          : 'x=1';

/** Tries report files, their signed links, and responses stored under an idempotency key. */
export async function probeFiles(context: ProbeContext): Promise<void> {
  const { fixture, other, totals } = context;
  const span = { start_date: '2026-01-01', end_date: '2026-12-31' };
  const fileOf = async ({ owner }: MerchantFixture, report_type: string, format: string): Promise<string> => {
    const { body } = await owner.caller.post('/reports/export', { report_type, format, ...span });
    return (body.data.download_url as string).replace(/^https?:\/\/[^/]+/, '');
  };
  for (const report_type of ['sales', 'transactions', 'products', 'inventory', 'customers', 'sales_refunds'])
    for (const format of ['csv', 'xlsx', 'pdf']) {
      const [mine, theirs] = [await fileOf(fixture, report_type, format), await fileOf(other, report_type, format)];
      const file = await send(context, {}, { method: 'GET', url: mine });
      if (file.status !== 200) totals.faults.push(`${mine}: ${file.status}`);
      totals.probes += 2;
      const [path = ''] = theirs.split('?');
      const signed = { method: 'GET', url: `${path}?${mine.split('?')[1]}` };
      const { status } = await send(context, {}, signed);
      if (status !== 404) report(context, "another merchant's file with one's own signature", signed, `got ${status}`);
    }
  // Merchants do not share idempotency keys.
  const key = { 'idempotency-key': `key-${newId()}` };
  const payload = { name: 'Same words' };
  await other.owner.caller.post('/customers', payload, key);
  const again = await fixture.owner.caller.post('/customers', payload, key);
  totals.probes += 1;
  if (again.status !== 201 || again.headers['idempotent-replayed'] !== undefined)
    totals.faults.push(`a key of another merchant: ${again.status} ${again.text}`);
}

/** Checks that every role can do what its permissions allow, and nothing else. */
export async function probeRoles(context: ProbeContext): Promise<void> {
  const { routes, actors, fixture } = context;
  const reading = routes.filter(({ method }) => method === 'GET');
  const ordered = [...reading, ...routes.filter(({ method }) => method !== 'GET')];
  for (const route of ordered) {
    const { entry, permission } = route;
    if (permission === undefined || entry.isEndless || entry.isPublic) continue;
    for (const actor of actors.filter(({ isLimited }) => !isLimited)) {
      const isPermitted = isAllowed(actor.role, permission);
      const kind = entry.about ?? 'product';
      const replaced =
        entry.isConsumed && isPermitted
          ? { slot: { in: entry.about === undefined ? 'body' : 'path', kind } as Slot, id: await fixture.create(kind) }
          : undefined;
      const request = await requestFor(route, fixture, replaced);
      const { status, body } = await send(context, actor.headers, request);
      const refused = entry.refusedTo?.[actor.role] ?? (entry.isPersonal && actor.role !== 'owner' ? 404 : undefined);
      const served = refused === undefined ? [200, 201, 422] : [refused];
      const isRight = isPermitted ? served.includes(status) : status === 403;
      if (!isRight)
        report(
          context,
          actor.name,
          request,
          `is ${isPermitted ? 'permitted' : 'not permitted'}, and got ${status} ${body.slice(0, 200)}`,
        );
    }
  }
}
