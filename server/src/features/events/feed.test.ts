import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCustomer, anOperationContext, aShop, aStaffMember, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import type { DomainEvent } from '../../core/domain-event.ts';
import { createCustomer } from '../customers/change-customers.ts';
import { writeEvents } from './write-events.ts';

const app = await createTestApp();

interface FeedEvent {
  id: string;
  type: string;
  sequence: number;
  subject_id: string;
  user_id: string;
  data: Record<string, unknown>;
}

async function readAll(shop: Shop, query = ''): Promise<FeedEvent[]> {
  const events: FeedEvent[] = [];
  let after = '0';
  for (;;) {
    const { body } = await shop.owner.get(`/events?after=${after}&limit=7${query}`);
    events.push(...body.data);
    after = body.meta.next_cursor;
    if (!body.meta.has_more) return events;
  }
}

test('lists events in order, with the API’s representation and the actor', async () => {
  const shop = await aShop(app);
  const customer = await aCustomer(shop, { name: 'Emitted' });
  const changed = (await shop.owner.put(`/customers/${customer.id}`, { phone: '+49 170 1234567' })).body.data;
  await shop.owner.delete(`/customers/${customer.id}`);
  const events = (await readAll(shop, '&types=customer.*')).filter(({ subject_id }) => subject_id === customer.id);
  assert.deepEqual(
    events.map(({ type }) => type),
    ['customer.created', 'customer.updated', 'customer.deleted'],
  );
  assert.deepEqual(events[0]?.data, customer);
  assert.deepEqual(events[1]?.data, changed);
  assert.ok(events.every(({ user_id }) => user_id === shop.owner_id));
});

test('a rejected request emits nothing, and a repeated one emits once', async () => {
  const shop = await aShop(app);
  const before = (await readAll(shop)).length;
  assert.equal((await shop.owner.post('/customers', { name: '' })).status, 422);
  const headers = { 'idempotency-key': 'once' };
  await shop.owner.post('/customers', { name: 'Once' }, headers);
  await shop.owner.post('/customers', { name: 'Once' }, headers);
  assert.equal((await readAll(shop)).length, before + 1);
});

test('numbers all events without gaps during concurrent writes and reads', async () => {
  const shop = await aShop(app);
  const seen: FeedEvent[] = [];
  let after = '0';
  let writing = true;
  const reader = (async () => {
    for (let last = false; !last; ) {
      last = !writing;
      const { body } = await shop.owner.get(`/events?after=${after}&limit=3`);
      seen.push(...body.data);
      after = body.meta.next_cursor;
      if (body.meta.has_more) last = false;
    }
  })();
  const others = [1, 2].map(async () => {
    while (writing) await shop.owner.get('/events?limit=1');
  });
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let turn = 0; turn < 15; turn += 1) await aCustomer(shop, { name: `${writer}-${turn}` });
  });
  await Promise.all(writers);
  writing = false;
  await Promise.all([reader, ...others]);
  assert.deepEqual(
    seen.map(({ sequence }) => sequence),
    seen.map((_, index) => index + 1),
  );
  assert.equal(new Set(seen.map(({ id }) => id)).size, seen.length);
  assert.equal(seen.filter(({ type }) => type === 'customer.created').length, 120);
});

test('an event committed late gets a later number, and no reader misses it', async () => {
  const shop = await aShop(app);
  const ctx = await anOperationContext(shop);
  let resolveWritten!: () => void;
  let commit!: () => void;
  const isWritten = new Promise<void>((resolve) => (resolveWritten = resolve));
  const mayCommit = new Promise<void>((resolve) => (commit = resolve));
  const late = app.database.transaction(shop.merchant_id, async (tx) => {
    // Written before the event of the other customer, and committed after it.
    const domainEvents: DomainEvent[] = [];
    const { id } = await createCustomer({ ...tx, emit: (event) => domainEvents.push(event) }, ctx, { name: 'Late' });
    await writeEvents(tx, domainEvents);
    resolveWritten();
    await mayCommit;
    return id;
  });
  await isWritten;
  const early = await aCustomer(shop, { name: 'Early' });
  const first = await readAll(shop);
  assert.equal(first.at(-1)?.subject_id, early.id);
  commit();
  const late_id = await late;
  const { body } = await shop.owner.get(`/events?after=${first.at(-1)?.sequence}`);
  assert.deepEqual(
    body.data.map(({ subject_id }: FeedEvent) => subject_id),
    [late_id],
  );
});

test('rejects a deleted or future position, and an unknown type', async () => {
  const shop = await aShop(app);
  const first = await aCustomer(shop);
  app.clock.advance(1_000);
  await aCustomer(shop);
  await readAll(shop);
  await app.admin.query('delete from events where merchant_id = $1 and subject_id = $2', [shop.merchant_id, first.id]);
  const wrong: [string, string, string][] = [
    ['after=0', 'after', 'INVALID_STATE'],
    ['after=1000000', 'after', 'INVALID_STATE'],
    ['after=x', 'after', 'VALIDATION_ERROR'],
    ['types=sale.*,nothing', 'types', 'VALIDATION_ERROR'],
    ['limit=0', 'limit', 'VALIDATION_ERROR'],
  ];
  for (const [query, field, code] of wrong) {
    const answer = await shop.owner.get(`/events?${query}`);
    assert.deepEqual(
      [answer.status, answer.body.error.code, answer.body.error.details[0].field],
      [422, code, field],
      query,
    );
  }
});

test('returns only the merchant’s own events, and only to owners and managers', async () => {
  const shop = await aShop(app);
  const otherShop = await aShop(app);
  const customer = await aCustomer(shop, { name: 'Private' });
  assert.ok(!(await readAll(otherShop)).some(({ subject_id }) => subject_id === customer.id));
  assert.equal((await (await aStaffMember(shop, 'manager')).get('/events')).status, 200);
  for (const role of ['cashier', 'stock_clerk', 'viewer'] as const)
    assert.equal((await (await aStaffMember(shop, role)).get('/events')).status, 403, role);
});

test('a page has exactly as many events as were requested, and says whether there are more', async () => {
  const shop = await aShop(app);
  for (let turn = 0; turn < 5; turn += 1) await aCustomer(shop);
  const page = async (after: string, limit: number) => {
    const { data, meta } = (await shop.owner.get(`/events?types=customer.*&after=${after}&limit=${limit}`)).body;
    return { sequences: data.map(({ sequence }: FeedEvent) => sequence), ...meta };
  };
  const all = await page('0', 100);
  assert.deepEqual([all.sequences.length, all.has_more], [5, false]);
  const first = await page('0', 2);
  assert.deepEqual([first.sequences, first.has_more], [all.sequences.slice(0, 2), true]);
  const rest = await page(first.next_cursor, 3);
  assert.deepEqual([rest.sequences, rest.has_more], [all.sequences.slice(2), false]);
});

test('a page ends after 512 KiB of events, and the pages together are the whole feed', async () => {
  const shop = await aShop(app);
  for (let turn = 0; turn < 7; turn += 1) await aCustomer(shop);
  await app.admin.query(
    `update events set payload = jsonb_set(payload::jsonb, '{address}', to_jsonb(repeat('x', 200000)))::text
     where merchant_id = $1 and type like 'customer.%'`,
    [shop.merchant_id],
  );
  const lengths: number[] = [];
  const sequences: number[] = [];
  for (let [after, has_more] = ['0', true]; has_more; ) {
    const { data, meta } = (await shop.owner.get(`/events?types=customer.*&after=${after}&limit=1000`)).body;
    lengths.push(data.length);
    sequences.push(...data.map(({ sequence }: FeedEvent) => sequence));
    [after, has_more] = [meta.next_cursor, meta.has_more];
  }
  // The third event is the one with which a page has 512 KiB or more.
  assert.deepEqual(lengths, [3, 3, 1]);
  assert.deepEqual(
    sequences,
    [...new Set(sequences)].sort((one, other) => one - other),
  );
});
