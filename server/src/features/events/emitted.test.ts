import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followEvents, typesOf } from '../../../../test/events.ts';
import { aShop } from '../../../../test/shop.ts';
import { inviteByLink } from '../../../../test/staff.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
const readEvents = await followEvents(shop);

test('inviting, changing, removing and restoring a member emits events with the staff list’s fields', async () => {
  const { id, token } = await inviteByLink(owner, { email: 'ann@example.com', name: 'Ann', role: 'cashier' });
  const invited = (await owner.get(`/staff/${id}`)).body.data;
  await app.anonymous.post('/auth/invitations/accept', { token, password: 'a long password' });
  const ann = (await owner.get(`/staff/${id}`)).body.data;
  const limited = (await owner.put(`/staff/${ann.id}`, { branch_ids: [shop.branch_id] })).body.data;
  const renamed = (await owner.put(`/staff/${ann.id}`, { name: 'Anna' })).body.data;
  await owner.delete(`/staff/${ann.id}`);
  const restored = (await owner.post(`/staff/${ann.id}/reactivate`)).body.data;
  const events = await readEvents();
  assert.deepEqual(typesOf(events), [
    'staff.invited',
    'staff.created',
    'staff.updated',
    'staff.updated',
    'staff.updated',
    'staff.updated',
  ]);
  assert.deepEqual(
    [events[0], events[1], events[2], events[3], events[5]].map((event) => event?.data),
    [invited, ann, limited, renamed, restored],
  );
  assert.equal(events[4]?.data.status, 'inactive');
  await owner.put(`/staff/${ann.id}`, { name: 'Anna', role: 'cashier', branch_ids: [shop.branch_id] });
  await owner.post(`/staff/${ann.id}/reactivate`);
  assert.deepEqual(await readEvents(), []);
});

test('emits changes of settings and locations, also of a warehouse replaced as the default', async () => {
  const settings = (await owner.put('/merchant', { tax_rate: 7 })).body.data;
  const branch = (await owner.post('/branches', { name: 'East' })).body.data;
  const changed = (await owner.put(`/branches/${branch.id}`, { phone: '1' })).body.data;
  const cellar = (await owner.post('/warehouses', { name: 'Cellar', branch_id: branch.id })).body.data;
  const chosen = (await owner.put(`/warehouses/${cellar.id}`, { is_default: true })).body.data;
  const events = await readEvents();
  assert.deepEqual(typesOf(events), [
    'merchant.updated',
    'branch.created',
    'warehouse.created',
    'branch.updated',
    'warehouse.created',
    'warehouse.updated',
    'warehouse.updated',
  ]);
  const [first, second, , fourth, fifth, sixth, seventh] = events.map(({ data }) => data);
  assert.deepEqual([first, second, fourth, fifth, seventh], [settings, branch, changed, cellar, chosen]);
  assert.deepEqual([sixth.name, sixth.is_default], ['East', false]);
  await owner.put('/merchant', { tax_rate: 7 });
  await owner.put(`/branches/${branch.id}`, { phone: '1', name: 'East' });
  await owner.put(`/warehouses/${cellar.id}`, { is_default: true });
  assert.deepEqual(await readEvents(), []);
});

test('the event of a finished report has its address', async () => {
  const body = { report_type: 'products', format: 'csv' };
  const exported = (await owner.post('/reports/export', body, { 'idempotency-key': 'once' })).body.data;
  await owner.post('/reports/export', body, { 'idempotency-key': 'once' });
  const [event, ...others] = await readEvents();
  assert.deepEqual([event?.type, event?.data, others], ['export.ready', { ...exported, ...body }, []]);
});

test('emits changes of a customer, of the points, and the deletion', async () => {
  const { id, name } = (await owner.post('/customers', { name: 'Carla' })).body.data;
  await owner.put(`/customers/${id}`, { name });
  await owner.put(`/customers/${id}`, { name: 'Clara' });
  const entry = (await owner.post(`/customers/${id}/loyalty/corrections`, { points: 5, reason: 'Welcome' })).body.data;
  const before = await readEvents();
  assert.deepEqual(typesOf(before), ['customer.created', 'customer.updated', 'points.changed']);
  assert.deepEqual(before[2]?.data, entry);
  await owner.post(`/customers/${id}/erase`);
  const [erased] = await readEvents();
  assert.deepEqual([erased?.type, erased?.subject_id, erased?.data], ['customer.erased', id, { id }]);
});
