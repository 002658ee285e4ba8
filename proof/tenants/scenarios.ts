import { newId } from '../../server/src/core/ids.ts';
import { isAllowed } from '../../server/src/core/permissions.ts';
import type { MerchantFixture } from '../merchant-fixture.ts';
import { type InvalidCredential, invalidCredentials } from './credentials.ts';
import { nonPublic, type ProbeRequest, type Route, requestFor, type Slot } from './probes.ts';
import { type ProbeContext, report, send } from './send.ts';

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
