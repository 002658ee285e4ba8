import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';

const app = await createTestApp();
const otherShop = await aShop(app);
const fieldsOf = (answer: { body: { error: { details: { field: string }[] } } }) =>
  answer.body.error.details.map(({ field }) => field).sort();
const namesOf = (answer: { body: { data: { name: string }[] } }) => answer.body.data.map(({ name }) => name);

test('a new branch has a default warehouse of the same name', async () => {
  const shop = await aShop(app);
  const body = { name: ' Harbour ', address: 'Pier 3', phone: '+62 21 000', timezone: 'Asia/Jakarta' };
  const answer = await shop.owner.post('/branches', {
    ...body,
    is_default: true,
    id: newId(),
    merchant_id: otherShop.merchant_id,
  });
  assert.equal(answer.status, 201, answer.text);
  const { id, created_at, updated_at, ...rest } = answer.body.data;
  assert.deepEqual(rest, { ...body, name: 'Harbour', is_default: false });
  assert.equal(updated_at, created_at);
  assert.deepEqual((await shop.owner.get(`/branches/${id}`)).body.data, answer.body.data);

  const warehouses = await shop.owner.get(`/warehouses?branchId=${id}`);
  assert.deepEqual(namesOf(warehouses), ['Harbour']);
  assert.equal(warehouses.body.data[0].is_default, true);
  assert.equal(warehouses.body.data[0].branch_id, id);
});

test('a branch needs a name and a valid time zone; blank optional fields clear them', async () => {
  const shop = await aShop(app);
  assert.deepEqual(fieldsOf(await shop.owner.post('/branches', { timezone: 'Nowhere', phone: 7 })), [
    'name',
    'phone',
    'timezone',
  ]);
  const { id } = (await shop.owner.post('/branches', { name: 'B', address: 'Here', timezone: 'Asia/Tokyo' })).body.data;
  const changed = await shop.owner.put(`/branches/${id}`, { name: 'Bay', timezone: null });
  assert.equal(changed.status, 200, changed.text);
  assert.equal(changed.body.data.name, 'Bay');
  assert.equal(changed.body.data.address, 'Here');
  assert.equal(changed.body.data.timezone, null);
  assert.deepEqual((await shop.owner.get(`/branches/${id}`)).body.data, changed.body.data);
  assert.deepEqual(fieldsOf(await shop.owner.put(`/branches/${id}`, { name: '' })), ['name']);
});

test('lists have pages, a sort order and a total; a cursor continues after the page', async () => {
  const shop = await aShop(app);
  for (const name of ['Cedar', 'Alder', 'Birch']) await shop.owner.post('/branches', { name });
  const first = await shop.owner.get('/branches?limit=3');
  assert.deepEqual(namesOf(first), ['Alder', 'Birch', 'Cedar']);
  const { next_cursor, ...meta } = first.body.meta;
  assert.deepEqual(meta, { page: 1, limit: 3, total: 4, total_pages: 2 });
  assert.deepEqual(namesOf(await shop.owner.get(`/branches?limit=3&cursor=${next_cursor}`)), ['Main branch']);
  assert.deepEqual(namesOf(await shop.owner.get('/branches?limit=3&page=2')), ['Main branch']);
  assert.deepEqual(namesOf(await shop.owner.get('/branches?sort=-name&limit=1')), ['Main branch']);
  assert.deepEqual(namesOf(await shop.owner.get('/warehouses?sort=created_at&limit=2')), ['Main warehouse', 'Cedar']);
  for (const query of ['limit=0', 'limit=101', 'page=0', 'sort=color', 'cursor=abc']) {
    for (const list of ['branches', 'warehouses']) {
      const answer = await shop.owner.get(`/${list}?${query}`);
      assert.equal(answer.status, 422, `${list} ${query}`);
      assert.deepEqual(fieldsOf(answer), [query.split('=')[0]]);
    }
  }
});

test('adds, changes and lists a warehouse', async () => {
  const shop = await aShop(app);
  const added = await shop.owner.post('/warehouses', { name: 'Cellar', branch_id: shop.branch_id.toUpperCase() });
  assert.equal(added.status, 201, added.text);
  const { id } = added.body.data;
  assert.equal(added.body.data.branch_id, shop.branch_id);
  assert.equal(added.body.data.is_default, false);
  assert.deepEqual((await shop.owner.get(`/warehouses/${id}`)).body.data, added.body.data);
  const renamed = await shop.owner.put(`/warehouses/${id}`, { name: 'Vault' });
  assert.equal(renamed.body.data.name, 'Vault');
  const branch = (await shop.owner.post('/branches', { name: 'Other' })).body.data;
  const moved = await shop.owner.put(`/warehouses/${id}`, { branch_id: branch.id });
  assert.equal(moved.status, 200, moved.text);
  assert.deepEqual(namesOf(await shop.owner.get(`/warehouses?branch_id=${branch.id}`)), ['Other', 'Vault']);
});

test('a branch has exactly one default warehouse', async () => {
  const shop = await aShop(app);
  const branch = (await shop.owner.post('/branches', { name: 'Other' })).body.data;
  const defaultsOf = async (branch_id: string) =>
    (await shop.owner.get(`/warehouses?branch_id=${branch_id}`)).body.data.filter(
      (row: { is_default: boolean }) => row.is_default,
    );
  const defaults = () => defaultsOf(shop.branch_id);
  await shop.owner.post('/warehouses', { name: 'Never the default', branch_id: shop.branch_id });
  const second = await shop.owner.post('/warehouses', { name: 'Second', branch_id: shop.branch_id, is_default: true });
  assert.deepEqual(await defaults(), [second.body.data]);
  const restored = await shop.owner.put(`/warehouses/${shop.warehouse_id}`, { is_default: true });
  assert.deepEqual(await defaults(), [restored.body.data]);
  assert.equal((await defaultsOf(branch.id)).length, 1, 'that of another branch stays');
  const changed: { subject_id: string }[] = (await shop.owner.get('/events?types=warehouse.updated')).body.data;
  const [first, other] = [shop.warehouse_id, second.body.data.id];
  assert.deepEqual(
    changed.map(({ subject_id }) => subject_id),
    [first, other, first],
    'each warehouse that changed',
  );

  for (const change of [{ is_default: false }, { branch_id: branch.id }]) {
    const answer = await shop.owner.put(`/warehouses/${shop.warehouse_id}`, change);
    assert.equal(answer.status, 422);
    assert.equal(answer.body.error.code, 'INVALID_STATE');
    assert.deepEqual(fieldsOf(answer), Object.keys(change));
  }
});

test('concurrent changes of the default warehouse leave one default', async () => {
  const shop = await aShop(app);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, turn) =>
      shop.owner.post('/warehouses', { name: `W${turn}`, branch_id: shop.branch_id, is_default: true }),
    ),
  );
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
  const { rows } = await app.admin.query(`select from warehouses where merchant_id = $1 and is_default`, [
    shop.merchant_id,
  ]);
  assert.equal(rows.length, 1);
});

test('an unknown branch is an error in a body, and has no results in a filter', async () => {
  const shop = await aShop(app);
  for (const branch_id of [newId(), otherShop.branch_id]) {
    const added = await shop.owner.post('/warehouses', { name: 'W', branch_id });
    assert.equal(added.status, 422);
    assert.deepEqual(added.body.error.details, [{ field: 'branch_id', message: 'is not a branch of this merchant' }]);
    const moved = await shop.owner.put(`/warehouses/${shop.warehouse_id}`, { branch_id });
    assert.deepEqual(moved.body.error.details, added.body.error.details);
    const list = await shop.owner.get(`/warehouses?branch_id=${branch_id}`);
    assert.equal(list.status, 200);
    assert.equal(list.body.meta.total, 0);
  }
  assert.deepEqual(fieldsOf(await shop.owner.post('/warehouses', { branch_id: 'x' })), ['branch_id', 'name']);
  assert.deepEqual(fieldsOf(await shop.owner.get('/warehouses?branchId=x')), ['branchId']);
});

test('does not find a location of another merchant', async () => {
  const shop = await aShop(app);
  for (const [list, other_id] of [
    ['branches', otherShop.branch_id],
    ['warehouses', otherShop.warehouse_id],
  ] as const) {
    for (const id of [other_id, newId(), 'no-id']) {
      assert.equal((await shop.owner.get(`/${list}/${id}`)).status, 404);
      const changed = await shop.owner.put(`/${list}/${id}`, { name: 'Mine now' });
      assert.equal(changed.status, 404);
      assert.equal(changed.body.error.code, 'NOT_FOUND');
    }
    assert.ok(!(await shop.owner.get(`/${list}`)).text.includes(other_id));
  }
});

test('every role reads locations; owner and manager change them', async () => {
  const shop = await aShop(app);
  for (const role of ['manager', 'cashier', 'stock_clerk', 'viewer'] as const) {
    const member = await aStaffMember(shop, role);
    const isPermitted = role === 'manager';
    for (const list of ['branches', 'warehouses']) assert.equal((await member.get(`/${list}`)).status, 200);
    assert.equal((await member.get(`/branches/${shop.branch_id}`)).status, 200);
    assert.equal((await member.get(`/warehouses/${shop.warehouse_id}`)).status, 200);
    assert.equal((await member.post('/branches', { name: role })).status, isPermitted ? 201 : 403);
    assert.equal(
      (await member.post('/warehouses', { name: role, branch_id: shop.branch_id })).status,
      isPermitted ? 201 : 403,
    );
    assert.equal((await member.put(`/branches/${shop.branch_id}`, {})).status, isPermitted ? 200 : 403);
    assert.equal((await member.put(`/warehouses/${shop.warehouse_id}`, {})).status, isPermitted ? 200 : 403);
  }
  for (const list of ['branches', 'warehouses']) {
    assert.equal((await app.anonymous.get(`/${list}`)).status, 401);
    assert.equal((await app.anonymous.post(`/${list}`, { name: 'x' })).status, 401);
  }
});
