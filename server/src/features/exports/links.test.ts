import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCustomer, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp({ env: { EXPORTS_MIB_PER_MERCHANT: '1' } });
const exportBody = { report_type: 'customers', format: 'csv' };

const statusOf = async (url: string) => (await app.fastify.inject({ url })).statusCode;

test('disables an export’s link when the membership of its user ends', async () => {
  const shop = await aShop(app);
  const manager = await aStaffMember(shop, 'manager');
  const { user } = (await manager.get('/auth/me')).body.data ?? {};
  const [theirs, mine] = [
    (await manager.post('/reports/export', exportBody)).body.data,
    (await shop.owner.post('/reports/export', exportBody)).body.data,
  ];
  assert.deepEqual(await Promise.all([theirs, mine].map(({ download_url }) => statusOf(download_url))), [200, 200]);
  const staff = (await shop.owner.get('/staff')).body.data as { id: string; role: string }[];
  const id = user?.id ?? staff.find(({ role }) => role === 'manager')?.id;
  assert.equal((await shop.owner.delete(`/staff/${id}`)).status, 200);
  assert.deepEqual(await Promise.all([theirs, mine].map(({ download_url }) => statusOf(download_url))), [404, 200]);
});

test('signs the user into the link, so that it cannot be changed', async () => {
  const shop = await aShop(app);
  const url = new URL((await shop.owner.post('/reports/export', exportBody)).body.data.download_url);
  assert.equal(url.searchParams.get('member'), shop.owner_id);
  url.searchParams.set('member', (await aShop(app)).owner_id);
  assert.equal(await statusOf(url.href), 404);
});

test('records exports of customers in the audit log, as a list and of one customer', async () => {
  const shop = await aShop(app);
  const customer = await aCustomer(shop);
  await shop.owner.post('/reports/export', exportBody);
  assert.equal((await shop.owner.get(`/customers/${customer.id}/data`)).status, 200);
  const entries = (await shop.owner.get('/audit?action=export.ready,customer.exported')).body.data;
  assert.deepEqual(
    entries.map((entry: { action: string; user_id: string; after: { report_type?: string } | null }) => [
      entry.action,
      entry.user_id,
      entry.after?.report_type,
    ]),
    [
      ['customer.exported', shop.owner_id, undefined],
      ['export.ready', shop.owner_id, 'customers'],
    ],
  );
});

test('rejects exports beyond the merchant’s quota until files are deleted', async () => {
  const [shop, other] = [await aShop(app), await aShop(app)];
  const { storage } = app.fastify.services;
  await storage.put(
    `exports/${shop.merchant_id}/large.csv`,
    (async function* () {
      yield Buffer.alloc(2 ** 20);
    })(),
  );
  const refused = await shop.owner.post('/reports/export', exportBody);
  assert.deepEqual([refused.status, refused.body.error.code], [422, 'INVALID_STATE']);
  assert.equal((await other.owner.post('/reports/export', exportBody)).status, 200);
  await storage.removeOlder('exports', new Date(Date.now() + 1_000));
  assert.equal((await shop.owner.post('/reports/export', exportBody)).status, 200);
  const { body } = await app.fastify.inject({ url: '/metrics' });
  assert.match(body, /tillhouse_quota_refusals_total\{quota="exports"\} 1/);
});
