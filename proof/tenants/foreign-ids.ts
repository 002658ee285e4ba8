import { newId } from '../../server/src/core/ids.ts';
import { isAllowed } from '../../server/src/core/permissions.ts';
import type { MerchantFixture } from '../merchant-fixture.ts';
import type { Kind } from '../merchant-records.ts';
import type { Actor } from './actors.ts';
import { nonPublic, type Route, requestFor, type Slot, slotsOf } from './probes.ts';
import { type ProbeContext, type ReceivedResponse, report, send } from './send.ts';

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
