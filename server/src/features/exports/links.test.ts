import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Caller, createCaller } from '../../../../test/caller.ts';
import { runExport } from '../../../../test/exports.ts';
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

test('disables an export’s link when its user loses a branch of the file or the permission to read reports', async () => {
  const shop = await aShop(app);
  const harbour = (await shop.owner.post('/branches', { name: 'Harbour' })).body.data.id;
  const manager = await aStaffMember(shop, 'manager');
  const { id } = (await manager.get('/auth/me')).body.data;
  const change = async (rights: object) => assert.equal((await shop.owner.put(`/staff/${id}`, rights)).status, 200);
  const link = async (body = {}): Promise<string> =>
    (await manager.post('/reports/export', { ...exportBody, ...body })).body.data.download_url;
  const today = app.clock.now().slice(0, 10);
  const sales = { report_type: 'sales', start_date: today, end_date: today };
  const [ofAll, ofHarbour] = [await link(sales), await link({ ...sales, branch_id: harbour })];
  const job = (await manager.post('/exports', exportBody)).body.data.id;
  await runExport(app, shop.merchant_id);
  const queued = (await shop.owner.get(`/exports/${job}`)).body.data.download_url;
  const statuses = () => Promise.all([ofAll, ofHarbour, queued].map(statusOf));
  assert.deepEqual(await statuses(), [200, 200, 200]);
  await change({ branch_ids: [harbour] });
  assert.deepEqual(await statuses(), [404, 200, 404]);
  await change({ branch_ids: null, role: 'viewer' });
  assert.deepEqual(await statuses(), [200, 200, 200], 'a viewer reads reports, too');
  await change({ role: 'cashier' });
  assert.deepEqual(await statuses(), [404, 404, 404]);
});

test('disables an API key’s links when the key is revoked or expires, and when its creator loses rights', async () => {
  const shop = await aShop(app);
  const harbour = (await shop.owner.post('/branches', { name: 'Harbour' })).body.data.id;
  const partner = await aStaffMember(shop, 'owner');
  const partnerId = (await partner.get('/auth/me')).body.data.id;
  const expires_at = new Date(Date.parse(app.clock.now()) + 3_600_000).toISOString();
  /** A link of a finished job, and one of a file that was written in the request. */
  const linksOf = async (caller: Caller, body: object) => {
    const job = (await caller.post('/exports', body)).body.data.id;
    await runExport(app, shop.merchant_id);
    return [
      (await caller.get(`/exports/${job}`)).body.data.download_url as string,
      (await caller.post('/reports/export', body)).body.data.download_url as string,
    ];
  };
  const today = app.clock.now().slice(0, 10);
  const sales = { report_type: 'sales', format: 'csv', start_date: today, end_date: today };
  const aKey = async (creator: Caller, body: object) => {
    const permissions = ['reports:read', 'sales:read', 'customers:read'];
    const made = (await creator.post('/api-keys', { name: 'Books', permissions, ...body })).body.data;
    return { id: made.id as string, caller: createCaller(app.fastify, { authorization: `Bearer ${made.key}` }) };
  };
  const [revoked, expiring, lasting] = [
    await aKey(shop.owner, {}),
    await aKey(shop.owner, { expires_at }),
    await aKey(partner, { branch_ids: [harbour] }),
  ];
  const ofRevoked = await linksOf(revoked.caller, exportBody);
  const ofExpiring = await linksOf(expiring.caller, exportBody);
  const ofLasting = await linksOf(lasting.caller, sales);
  const ofOwner = await linksOf(shop.owner, exportBody);
  const statuses = async () =>
    (
      await Promise.all([ofRevoked, ofExpiring, ofLasting, ofOwner].map((links) => Promise.all(links.map(statusOf))))
    ).map((found) => [...new Set(found)].join(' '));
  assert.deepEqual(await statuses(), ['200', '200', '200', '200']);
  const withoutKey = new URL(ofRevoked[0] ?? '');
  withoutKey.searchParams.delete('key');
  assert.equal(await statusOf(withoutKey.href), 404);
  assert.equal((await shop.owner.delete(`/api-keys/${revoked.id}`)).status, 200);
  assert.deepEqual(await statuses(), ['404', '200', '200', '200']);
  app.clock.set(expires_at);
  assert.deepEqual(await statuses(), ['404', '404', '200', '200']);
  const change = async (rights: object) =>
    assert.equal((await shop.owner.put(`/staff/${partnerId}`, rights)).status, 200);
  await change({ role: 'manager', branch_ids: [shop.branch_id] });
  assert.deepEqual(await statuses(), ['404', '404', '404', '200']);
  await change({ branch_ids: [harbour] });
  assert.deepEqual(await statuses(), ['404', '404', '200', '200']);
});

test('signs the rights of a file into the link', async () => {
  const shop = await aShop(app);
  const harbour = (await shop.owner.post('/branches', { name: 'Harbour' })).body.data.id;
  const signed = async (body: object) =>
    new URL((await shop.owner.post('/reports/export', { ...exportBody, ...body })).body.data.download_url);
  const all = await signed({});
  assert.deepEqual([all.searchParams.get('costs'), all.searchParams.get('branches')], ['yes', null]);
  const today = app.clock.now().slice(0, 10);
  const url = await signed({ report_type: 'sales', start_date: today, end_date: today, branch_id: harbour });
  assert.equal(url.searchParams.get('branches'), harbour);
  assert.equal(await statusOf(url.href), 200);
  for (const branches of [shop.branch_id, '', 'x']) {
    url.searchParams.set('branches', branches);
    assert.equal(await statusOf(url.href), 404);
  }
  all.searchParams.delete('costs');
  assert.equal(await statusOf(all.href), 404);
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
