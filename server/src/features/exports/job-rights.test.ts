import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCaller } from '../../../../test/caller.ts';
import { exportTools, runExport } from '../../../../test/exports.ts';
import { aProduct, aShop, aStaffMember, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const exportBody = { report_type: 'products', format: 'csv' };
const runJob = ({ merchant_id }: Shop) => runExport(app, merchant_id);
const { requestExport, stateOf, download } = exportTools(app);

test('shows an export to its user and to owners, not to other merchants or users with fewer permissions', async () => {
  const [shop, other] = [await aShop(app), await aShop(app)];
  const [manager, viewer, limited] = [
    await aStaffMember(shop, 'manager'),
    await aStaffMember(shop, 'viewer'),
    await aStaffMember(shop, 'manager'),
  ];
  const { id } = await requestExport(manager);
  const ownId = (await requestExport(limited)).id;
  await runJob(shop);
  await runJob(shop);
  for (const [caller, status] of [
    [manager, 200],
    [shop.owner, 200],
    [viewer, 404],
    [limited, 404],
    [other.owner, 404],
  ] as const) {
    assert.equal((await caller.get(`/exports/${id}`)).status, status);
    const listed = (await caller.get('/exports')).body.data.map((one: { id: string }) => one.id);
    assert.equal(listed.includes(id), status === 200);
    if (status === 404) assert.equal((await caller.delete(`/exports/${id}`)).status, 404);
  }
  assert.equal((await limited.get(`/exports/${ownId}`)).status, 200);
  const harbour = (await shop.owner.post('/branches', { name: 'Harbour' })).body.data.id;
  const { id: person } = (await limited.get('/auth/me')).body.data;
  await shop.owner.put(`/staff/${person}`, { branch_ids: [harbour] });
  assert.equal((await limited.get(`/exports/${ownId}`)).status, 404);
  assert.equal(
    (await aStaffMember(shop, 'cashier').then((cashier) => cashier.post('/exports', exportBody))).status,
    403,
  );
});

test('shows an API key its own exports, which end with the key', async () => {
  const shop = await aShop(app);
  await requestExport(shop.owner);
  const made = (await shop.owner.post('/api-keys', { name: 'Books', permissions: ['reports:read', 'catalogue:read'] }))
    .body.data;
  const keyCaller = createCaller(app.fastify, { authorization: `Bearer ${made.key}` });
  const { id } = await requestExport(keyCaller);
  assert.deepEqual(
    (await keyCaller.get('/exports')).body.data.map((one: { id: string }) => one.id),
    [id],
  );
  await shop.owner.delete(`/api-keys/${made.id}`);
  await runJob(shop);
  await runJob(shop);
  const { state, error } = (await shop.owner.get(`/exports/${id}`)).body.data;
  assert.deepEqual(
    [state, error],
    ['failed', 'The person or the API key that asked for it may no longer read reports'],
  );
});

test('writes the branches to which the user is limited at the time of writing', async () => {
  const shop = await aShop(app);
  const harbour = (await shop.owner.post('/branches', { name: 'Harbour' })).body.data.id as string;
  await aProduct(shop, { stock: 3 });
  const manager = await aStaffMember(shop, 'manager');
  const { id: person } = (await manager.get('/auth/me')).body.data;
  const { id } = await requestExport(manager, { ...exportBody, report_type: 'inventory' });
  await shop.owner.put(`/staff/${person}`, { branch_ids: [harbour] });
  const ownId = (await requestExport(manager, { ...exportBody, report_type: 'inventory' })).id;
  await runJob(shop);
  await runJob(shop);
  for (const one of [id, ownId]) assert.equal((await shop.owner.get(`/exports/${one}`)).body.data.rows_written, 0);
  const beyond = await manager.post('/exports', { ...exportBody, branch_id: shop.branch_id });
  assert.deepEqual([beyond.status, beyond.body.error.details[0].field], [403, 'branch_id']);
});

test('fails when the user’s membership has ended', async () => {
  const shop = await aShop(app);
  const manager = await aStaffMember(shop, 'manager');
  const { id: person } = (await manager.get('/auth/me')).body.data;
  const { id } = await requestExport(manager);
  assert.equal((await shop.owner.delete(`/staff/${person}`)).status, 200);
  await runJob(shop);
  assert.equal(await stateOf(shop.owner, id), 'failed');
});

test('fails when the user’s role may no longer read reports', async () => {
  const shop = await aShop(app);
  const manager = await aStaffMember(shop, 'manager');
  const { id: person } = (await manager.get('/auth/me')).body.data;
  const { id } = await requestExport(manager);
  assert.equal((await shop.owner.put(`/staff/${person}`, { role: 'cashier' })).status, 200);
  await runJob(shop);
  assert.equal(await stateOf(shop.owner, id), 'failed');
});

test('fails when the user may no longer see any of the branches for which it was requested', async () => {
  const shop = await aShop(app);
  const branches = await Promise.all(
    ['Harbour', 'Market'].map(async (name) => (await shop.owner.post('/branches', { name })).body.data.id as string),
  );
  const manager = await aStaffMember(shop, 'manager');
  const { id: person } = (await manager.get('/auth/me')).body.data;
  await shop.owner.put(`/staff/${person}`, { branch_ids: branches.slice(0, 1) });
  const { id } = await requestExport(manager);
  await shop.owner.put(`/staff/${person}`, { branch_ids: branches.slice(1) });
  await runJob(shop);
  assert.equal((await shop.owner.get(`/exports/${id}`)).body.data.state, 'failed');
});

test('an API key exports only what its permissions let it read', async () => {
  const shop = await aShop(app);
  const keyWith = async (...permissions: string[]) => {
    const made = await shop.owner.post('/api-keys', { name: 'Books', permissions: ['reports:read', ...permissions] });
    return createCaller(app.fastify, { authorization: `Bearer ${made.body.data.key}` });
  };
  const today = app.clock.now().slice(0, 10);
  const narrow = await keyWith();
  for (const [report_type, permission] of [
    ['customers', 'customers:read'],
    ['products', 'catalogue:read'],
    ['inventory', 'stock:read'],
    ['transactions', 'sales:read'],
  ] as const) {
    const body = { report_type, format: 'csv', start_date: today, end_date: today };
    const wide = await keyWith(permission);
    for (const path of ['/exports', '/reports/export']) {
      const refused = await narrow.post(path, body);
      assert.deepEqual([refused.status, refused.body.error?.code], [403, 'FORBIDDEN'], `${path} ${report_type}`);
      assert.ok(refused.body.error.message.includes(permission), refused.text);
      assert.ok([200, 201].includes((await wide.post(path, body)).status), `${path} ${report_type}`);
    }
    await runJob(shop);
  }
  const sales = { report_type: 'sales', format: 'csv', start_date: today, end_date: today };
  assert.equal((await narrow.post('/reports/export', sales)).status, 200);
});

test('a file of transactions names customers only to those who may read them, as the list does', async () => {
  const shop = await aShop(app);
  const product = await aProduct(shop, { stock: 5 });
  const customer = (await shop.owner.post('/customers', { name: 'Siti Rahayu' })).body.data;
  const items = [{ product_id: product.id, quantity: 1 }];
  await shop.owner.post('/transactions', { items, payment_method: 'cash', customer_id: customer.id });
  const today = app.clock.now().slice(0, 10);
  const body = { report_type: 'transactions', format: 'csv', start_date: today, end_date: today };
  for (const [permissions, isNamed] of [
    [['reports:read', 'sales:read'], false],
    [['reports:read', 'sales:read', 'customers:read'], true],
  ] as const) {
    const made = await shop.owner.post('/api-keys', { name: 'Books', permissions });
    const caller = createCaller(app.fastify, { authorization: `Bearer ${made.body.data.key}` });
    const [row] = (await caller.get('/transactions')).body.data;
    const file = await download((await caller.post('/reports/export', body)).body.data.download_url);
    assert.deepEqual([row.customer?.name === customer.name, file.body.includes('Siti')], [isNamed, isNamed], file.body);
  }
});
