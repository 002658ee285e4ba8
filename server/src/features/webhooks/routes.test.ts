import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aReceiver } from '../../../../test/receiver.ts';
import { aCustomer, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';

const app = await createTestApp();
const url = 'https://example.com/hooks';

test('creates, shows, changes and deletes an endpoint; returns its secret once, and stores it encrypted', async () => {
  const shop = await aShop(app);
  const made = await shop.owner.post('/webhooks', { url, types: ['customer.*'] }, { 'idempotency-key': 'one' });
  assert.equal(made.status, 201, made.text);
  const { id, secret, ...endpoint } = made.body.data;
  assert.match(secret, /^whsec_[\w+/]{43}=$/);
  assert.deepEqual([endpoint.status, endpoint.circuit, endpoint.types], ['active', 'closed', ['customer.*']]);
  const again = await shop.owner.post('/webhooks', { url, types: ['customer.*'] }, { 'idempotency-key': 'one' });
  assert.deepEqual([again.body.data.id, again.body.data.secret], [id, null]);
  const listed = (await shop.owner.get('/webhooks')).body;
  assert.deepEqual([listed.data, listed.meta.total], [[{ id, ...endpoint }], 1]);
  const changed = (await shop.owner.put(`/webhooks/${id}`, { types: null, status: 'paused', description: 'Books' }))
    .body.data;
  assert.deepEqual([changed.types, changed.status, changed.description, changed.url], [null, 'paused', 'Books', url]);
  assert.deepEqual((await shop.owner.get(`/webhooks/${id}`)).body.data, changed);
  const rotated = (await shop.owner.post(`/webhooks/${id}/rotate-secret`)).body.data;
  assert.notEqual(rotated.secret, secret);
  assert.ok(rotated.old_secret_until > rotated.updated_at);
  for (const table of ['webhook_endpoints', 'idempotency_keys']) {
    const { rows } = await app.admin.query(`select to_jsonb(t)::text as row from ${table} t where merchant_id = $1`, [
      shop.merchant_id,
    ]);
    for (const { row } of rows)
      assert.ok(!row.includes(secret.slice(6)) && !row.includes(rotated.secret.slice(6)), table);
  }
  assert.equal((await shop.owner.delete(`/webhooks/${id}`)).status, 200);
  assert.equal((await shop.owner.get(`/webhooks/${id}`)).status, 404);
});

test('lists endpoints page by page', async () => {
  const shop = await aShop(app);
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) ids.push((await shop.owner.post('/webhooks', { url })).body.data.id);
  const first = (await shop.owner.get('/webhooks?limit=2')).body;
  const second = (await shop.owner.get(`/webhooks?limit=2&cursor=${first.meta.next_cursor}`)).body;
  const found = [first, second].map(({ data }) => data.map(({ id }: { id: string }) => id));
  assert.deepEqual(found, [ids.slice(0, 2), ids.slice(2)]);
  assert.deepEqual([first.meta.total_pages, second.meta.next_cursor], [2, null]);
  assert.equal((await shop.owner.get('/webhooks?limit=0')).status, 422);
});

test('a new endpoint receives no earlier events, even if the feed was not read since', async () => {
  const shop = await aShop(app);
  for (let times = 0; times < 3; times += 1) await aCustomer(shop);
  const { sequence } = (await shop.owner.post('/webhooks', { url })).body.data;
  const { data } = (await shop.owner.get('/events')).body;
  assert.ok(data.length >= 3);
  assert.equal(sequence, data.at(-1).sequence);
});

test('rejects an unreachable address and an unknown type by field', async () => {
  const shop = await aShop(app);
  const wrong: [object, string][] = [
    [{ url: 'ftp://example.com' }, 'url'],
    [{ url: 'https://me:secret@example.com' }, 'url'],
    [{ url: 'http://169.254.169.254/latest' }, 'url'],
    [{ url: 'http://0x0a000001/' }, 'url'],
    [{ url: 'http://[::1]/' }, 'url'],
    [{ url, types: ['nothing.*'] }, 'types'],
    [{ url, types: [] }, 'types'],
    [{ url, status: 'broken' }, 'status'],
    [{}, 'url'],
  ];
  for (const [body, field] of wrong) {
    const answer = await shop.owner.post('/webhooks', body);
    assert.deepEqual([answer.status, answer.body.error.details[0].field], [422, field], JSON.stringify(body));
  }
  const { id } = (await shop.owner.post('/webhooks', { url })).body.data;
  assert.equal((await shop.owner.put(`/webhooks/${id}`, { url: 'http://10.0.0.1' })).status, 422);
  for (let count = 1; count < 20; count += 1) await shop.owner.post('/webhooks', { url });
  assert.equal((await shop.owner.post('/webhooks', { url })).body.error.code, 'INVALID_STATE');
});

test('allows owners and managers without branch limits only, within their own merchant', async () => {
  const shop = await aShop(app);
  const otherShop = await aShop(app);
  const { id } = (await shop.owner.post('/webhooks', { url })).body.data;
  assert.equal((await (await aStaffMember(shop, 'manager')).get(`/webhooks/${id}`)).status, 200);
  for (const role of ['cashier', 'stock_clerk', 'viewer'] as const)
    assert.equal((await (await aStaffMember(shop, role)).get('/webhooks')).status, 403, role);
  const limited = await aStaffMember(shop, 'manager');
  const { rows } = await app.admin.query<{ user_id: string }>(
    `select user_id from memberships where merchant_id = $1 and role = 'manager' order by created_at desc limit 1`,
    [shop.merchant_id],
  );
  assert.equal((await shop.owner.put(`/staff/${rows[0]?.user_id}`, { branch_ids: [shop.branch_id] })).status, 200);
  assert.equal((await limited.get('/webhooks')).status, 403);
  assert.equal((await limited.post('/webhooks', { url })).status, 403);
  assert.equal((await limited.post(`/webhooks/${id}/rotate-secret`)).status, 403);
  const requests = [
    otherShop.owner.get(`/webhooks/${id}`),
    otherShop.owner.put(`/webhooks/${id}`, { status: 'paused' }),
    otherShop.owner.delete(`/webhooks/${id}`),
    otherShop.owner.get(`/webhooks/${id}/deliveries`),
    otherShop.owner.post(`/webhooks/${id}/test`),
    otherShop.owner.post(`/webhooks/${id}/rotate-secret`),
    otherShop.owner.post(`/webhooks/${id}/replay`, { after: 0 }),
    shop.owner.post(`/webhooks/${id}/deliveries/${newId()}/redeliver`),
  ];
  for (const answer of await Promise.all(requests)) assert.equal(answer.status, 404, answer.text);
});

test('sends a test event immediately, and returns and lists its result', async () => {
  const shop = await aShop(app);
  const receiver = await aReceiver();
  const { id } = (await shop.owner.post('/webhooks', { url: receiver.url })).body.data;
  const succeeded = (await shop.owner.post(`/webhooks/${id}/test`)).body.data;
  assert.deepEqual(
    [succeeded.state, succeeded.status, succeeded.answer, succeeded.attempts],
    ['succeeded', 200, 'Thank you', 1],
  );
  const { timestamp, data, ...sent } = JSON.parse(receiver.received[0]?.body ?? '');
  assert.deepEqual(sent, {
    ...{ id: succeeded.id, type: 'webhook.test', sequence: 0, merchant_id: shop.merchant_id },
    ...{ subject_id: succeeded.id, user_id: null, api_key_id: null },
  });
  assert.ok(data.message.length > 0 && !Number.isNaN(Date.parse(timestamp)));
  assert.equal(succeeded.request_headers['webhook-id'], succeeded.id);
  assert.ok(!('webhook-signature' in succeeded.request_headers));
  receiver.respondWith((response) => response.writeHead(500).end('No'));
  const failed = (await shop.owner.post(`/webhooks/${id}/test`)).body.data;
  assert.deepEqual([failed.state, failed.status, failed.answer], ['failed', 500, 'No']);
  assert.deepEqual((await shop.owner.get(`/webhooks/${id}/deliveries`)).body.data, [failed, succeeded]);
  assert.deepEqual((await shop.owner.get(`/webhooks/${id}/deliveries?state=succeeded`)).body.data, [succeeded]);
  await receiver.close();
});

test('a replay can start only at a stored event', async () => {
  const shop = await aShop(app);
  await aCustomer(shop);
  const receiver = await aReceiver();
  const { id } = (await shop.owner.post('/webhooks', { url: receiver.url })).body.data;
  await shop.owner.get('/events');
  await shop.owner.post(`/webhooks/${id}/test`);
  await receiver.close();
  assert.equal((await shop.owner.post(`/webhooks/${id}/replay`, { after: 0 })).body.data.sequence, 0);
  const far = await shop.owner.post(`/webhooks/${id}/replay`, { after: 1_000 });
  assert.deepEqual([far.body.error.code, far.body.error.details[0].field], ['INVALID_STATE', 'after']);
});
