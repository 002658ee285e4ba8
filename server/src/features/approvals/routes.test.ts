import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approved, askFor, codeOf } from '../../../../test/approvals.ts';
import { fieldsOf } from '../../../../test/caller.ts';
import { aRegister, aShift } from '../../../../test/registers.ts';
import { aProduct, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
const manager = await aStaffMember(shop, 'manager');
const cashier = await aStaffMember(shop, 'cashier');
const clerk = await aStaffMember(shop, 'stock_clerk');
const product = await aProduct(shop, { price: 10, stock: 1_000 });

const aSale = async (fields: object = {}) =>
  (
    await owner.post('/transactions', {
      items: [{ product_id: product.id, quantity: 2 }],
      payment_method: 'cash',
      ...fields,
    })
  ).body.data;
const sale = await aSale();
const refund = { action: 'refund', path: `/transactions/${sale.id}/refund`, body: { amount: 5 } };
const idOf = async (caller: typeof owner) => (await caller.get('/auth/me')).body.data.id;

test('a requested approval shows what it is for, and expires after the merchant’s minutes', async () => {
  app.clock.freeze('2026-11-26T10:00:00.000Z');
  const { status, body } = await cashier.post('/approvals', { method: 'POST', ...refund });
  app.clock.set(new Date().toISOString());
  const { id, payload_sha256, requested_by, ...rest } = body.data;
  assert.equal(status, 201);
  assert.match(payload_sha256, /^[0-9a-f]{64}$/);
  assert.equal(requested_by, await idOf(cashier));
  assert.deepEqual(rest, {
    state: 'pending',
    action: 'refund',
    method: 'POST',
    path: `/api/v1/transactions/${sale.id}/refund`,
    summary: `Refund of 5 on ${sale.transaction_code}`,
    branch_id: shop.branch_id,
    requested_by_name: 'A cashier',
    decided_by: null,
    decided_by_name: null,
    decided_at: null,
    reason: null,
    consumed_at: null,
    created_at: '2026-11-26T10:00:00.000Z',
    expires_at: '2026-11-26T10:10:00.000Z',
  });
});

test('the hash is that of the canonical request, with or without /api/v1 in the path', async () => {
  const ask = async (path: string, requested: unknown) =>
    (await cashier.post('/approvals', { ...refund, method: 'POST', path, body: requested })).body.data.payload_sha256;
  const hash = await ask(refund.path, { amount: 5, reason: 'x' });
  assert.equal(await ask(`/api/v1${refund.path}/`, { reason: 'x', amount: 5 }), hash);
  assert.notEqual(await ask(refund.path, { amount: 5, reason: 'y' }), hash);
});

test('owners and managers approve where no rule names others', async () => {
  for (const approver of [owner, manager]) {
    const id = await askFor(cashier, refund);
    const { status, body } = await approver.post(`/approvals/${id}/approve`, {});
    assert.equal(status, 200);
    assert.deepEqual([body.data.state, body.data.decided_by], ['approved', await idOf(approver)]);
    assert.notEqual(body.data.decided_at, null);
  }
});

test('a denial has its reason, and cannot be changed', async () => {
  const id = await askFor(cashier, refund);
  const { body } = await manager.post(`/approvals/${id}/deny`, { reason: 'no receipt' });
  assert.deepEqual(
    [body.data.state, body.data.reason, body.data.decided_by_name],
    ['denied', 'no receipt', 'A manager'],
  );
  assert.equal(codeOf(await owner.post(`/approvals/${id}/approve`, {})), '422 INVALID_STATE');
  assert.equal(codeOf(await owner.post(`/approvals/${id}/deny`, {})), '422 INVALID_STATE');
  assert.equal((await cashier.get(`/approvals/${id}`)).body.data.state, 'denied');
  const plain = await askFor(cashier, refund);
  assert.equal((await manager.post(`/approvals/${plain}/deny`)).body.data.reason, null);
});

test('no person decides what they requested, and no role that is not exempt', async () => {
  const own = await askFor(manager, refund);
  for (const decision of ['approve', 'deny']) {
    assert.equal(codeOf(await manager.post(`/approvals/${own}/${decision}`, {})), '403 FORBIDDEN');
    for (const other of [cashier, clerk])
      assert.equal(codeOf(await other.post(`/approvals/${own}/${decision}`, {})), '403 FORBIDDEN');
  }
  assert.equal((await manager.get(`/approvals/${own}`)).body.data.state, 'pending');
  assert.equal((await owner.post(`/approvals/${own}/approve`, {})).status, 200);
});

test('the exempt roles of a rule approve, and no others', async () => {
  await owner.put('/merchant', { approval_rules: [{ action: 'refund', exempt_roles: ['cashier'] }] });
  const other = await aStaffMember(shop, 'cashier');
  const id = await askFor(cashier, refund);
  assert.equal(codeOf(await manager.post(`/approvals/${id}/approve`, {})), '403 FORBIDDEN');
  assert.equal(codeOf(await owner.post(`/approvals/${id}/approve`, {})), '403 FORBIDDEN');
  assert.equal((await other.get(`/approvals/${id}`)).status, 200);
  assert.equal((await other.post(`/approvals/${id}/approve`, {})).status, 200);
  await owner.put('/merchant', { approval_rules: [] });
});

test('an approval can be given until it expires, and not at that time', async () => {
  for (const [at, expected] of [
    ['2026-11-26T10:09:59.999Z', '200 OK'],
    ['2026-11-26T10:10:00.000Z', '422 INVALID_STATE'],
  ] as const) {
    app.clock.freeze('2026-11-26T10:00:00.000Z');
    const id = await askFor(cashier, refund);
    app.clock.freeze(at);
    assert.equal(codeOf(await manager.post(`/approvals/${id}/approve`, {})), expected);
    const state = expected === '200 OK' ? 'approved' : 'expired';
    assert.equal((await cashier.get(`/approvals/${id}`)).body.data.state, state);
    app.clock.set(new Date().toISOString());
  }
});

test('the merchant sets for how many minutes an approval is valid', async () => {
  await owner.put('/merchant', { approval_minutes: 1440 });
  app.clock.freeze('2026-11-26T10:00:00.000Z');
  const { body } = await cashier.post('/approvals', { method: 'POST', ...refund });
  app.clock.set(new Date().toISOString());
  assert.equal(body.data.expires_at, '2026-11-27T10:00:00.000Z');
  await owner.put('/merchant', { approval_minutes: 10 });
});

test('of decisions at the same time, one takes effect', async () => {
  const id = await askFor(cashier, refund);
  const deciders = [owner, manager, owner, manager, owner, manager];
  const answers = await Promise.all(
    deciders.map((person, index) => person.post(`/approvals/${id}/${index % 2 === 0 ? 'approve' : 'deny'}`, {})),
  );
  const [first, ...others] = answers.map(codeOf).sort();
  assert.deepEqual([first, ...new Set(others)], ['200 OK', '422 INVALID_STATE']);
});

test('lists what the caller requested or may decide, by state, newest first', async () => {
  const own = await aShop(app);
  const two = [await aStaffMember(own, 'cashier'), await aStaffMember(own, 'cashier')] as const;
  const boss = own.owner;
  const goods = await aProduct(own);
  const body = { items: [{ product_id: goods.id, quantity: 1, discount: 1 }] };
  const discount = { action: 'discount', path: '/transactions', body };
  const [asked, given, denied] = [
    await askFor(two[0], discount),
    await approved(two[0], boss, discount),
    await askFor(two[1], discount),
  ];
  await boss.post(`/approvals/${denied}/deny`, {});
  const list = async (caller: typeof owner, query = '') =>
    (await caller.get(`/approvals${query}`)).body.data.map(({ id }: { id: string }) => id);
  assert.deepEqual(await list(boss), [denied, given, asked]);
  assert.deepEqual(await list(boss, '?sort=created_at&limit=2'), [asked, given]);
  assert.deepEqual(await list(two[0]), [given, asked]);
  assert.deepEqual(await list(two[1]), [denied]);
  assert.deepEqual(await list(boss, '?mine=true'), []);
  assert.deepEqual(await list(two[0], '?mine=true'), [given, asked]);
  for (const [state, expected] of [
    ['pending', [asked]],
    ['approved', [given]],
    ['denied', [denied]],
    ['expired', []],
    ['consumed', []],
  ] as const)
    assert.deepEqual(await list(boss, `?state=${state}`), expected, state);
  const { expires_at } = (await boss.get(`/approvals/${given}`)).body.data;
  app.clock.freeze(expires_at);
  assert.deepEqual(await list(boss, '?state=expired'), [given, asked]);
  assert.deepEqual(await list(boss, '?state=pending'), []);
  assert.deepEqual(await list(boss, '?state=approved'), []);
  app.clock.set(new Date().toISOString());
  assert.deepEqual(fieldsOf(await boss.get('/approvals?state=open')), ['state']);
  assert.equal((await two[1].get(`/approvals/${asked}`)).status, 404);
  await boss.put('/merchant', { approval_rules: [{ action: 'discount', exempt_roles: ['manager'] }] });
  assert.deepEqual(await list(boss), []);
  assert.equal((await boss.get(`/approvals/${asked}`)).status, 404);
});

test('a user limited to branches sees and decides approvals of these branches only', async () => {
  const branch = (await owner.post('/branches', { name: 'Harbour' })).body.data.id;
  const limited = await aStaffMember(shop, 'manager', branch);
  const { body } = await owner.get('/staff?role=manager&sort=-created_at');
  assert.equal((await owner.put(`/staff/${body.data[0].id}`, { branch_ids: [branch] })).status, 200);
  const elsewhere = await askFor(cashier, refund);
  assert.equal((await limited.get(`/approvals/${elsewhere}`)).status, 404);
  assert.equal(codeOf(await limited.post(`/approvals/${elsewhere}/approve`, {})), '403 FORBIDDEN');
  const there = await askFor(cashier, {
    action: 'discount',
    path: '/transactions',
    body: { branch_id: branch, items: [{ product_id: product.id, quantity: 1 }], discount: 1 },
  });
  const drawer = await aShift(shop, { register_id: (await aRegister(shop, { branch_id: branch })).id });
  const atDrawer = await askFor(cashier, {
    action: 'no_sale',
    path: `/shifts/${drawer.id}/movements`,
    body: { type: 'no_sale' },
  });
  const { data } = (await limited.get('/approvals')).body;
  assert.deepEqual(
    data.map(({ id }: { id: string }) => id),
    [atDrawer, there],
  );
  for (const id of [atDrawer, there]) assert.equal((await limited.get(`/approvals/${id}`)).status, 200);
  assert.equal((await limited.post(`/approvals/${atDrawer}/approve`, {})).status, 200);
  assert.equal((await limited.post(`/approvals/${there}/approve`, {})).status, 200);
});

test('another merchant finds no approval', async () => {
  const other = await aShop(app);
  const id = await askFor(cashier, refund);
  assert.equal((await other.owner.get(`/approvals/${id}`)).status, 404);
  for (const decision of ['approve', 'deny'])
    assert.equal(codeOf(await other.owner.post(`/approvals/${id}/${decision}`, {})), '404 NOT_FOUND');
  assert.equal((await owner.get(`/approvals/${id}`)).body.data.state, 'pending');
  assert.deepEqual(fieldsOf(await other.owner.post('/approvals', { method: 'POST', ...refund })), ['path']);
});

test('an API key may request an approval, but not give one', async () => {
  const permissions = ['sales:write', 'approvals:read', 'approvals:write'];
  const { key } = (await owner.post('/api-keys', { name: 'Kiosk', permissions })).body.data;
  const kiosk = app.anonymous.with({ authorization: `Bearer ${key}` });
  const id = await askFor(kiosk, refund);
  const other = await askFor(cashier, refund);
  for (const decision of ['approve', 'deny'])
    assert.equal(codeOf(await kiosk.post(`/approvals/${other}/${decision}`, {})), '403 FORBIDDEN');
  // The key acts for the owner, who therefore cannot decide it.
  assert.equal(codeOf(await owner.post(`/approvals/${id}/approve`, {})), '403 FORBIDDEN');
  assert.equal((await manager.post(`/approvals/${id}/approve`, {})).status, 200);
  const reader = (await owner.post('/api-keys', { name: 'Display', permissions: permissions.slice(1) })).body.data;
  const display = app.anonymous.with({ authorization: `Bearer ${reader.key}` });
  assert.equal(codeOf(await display.post('/approvals', { method: 'POST', ...refund })), '403 FORBIDDEN');
});

test('a viewer has nothing to do with approvals', async () => {
  const viewer = await aStaffMember(shop, 'viewer');
  assert.equal((await viewer.get('/approvals')).status, 403);
  assert.equal((await viewer.post('/approvals', { method: 'POST', ...refund })).status, 403);
});

test('a repeated request returns the same approval', async () => {
  const headers = { 'idempotency-key': 'ask-1' };
  const one = await cashier.post('/approvals', { method: 'POST', ...refund }, headers);
  const two = await cashier.post('/approvals', { method: 'POST', ...refund }, headers);
  assert.equal(two.text, one.text);
  const { id } = one.body.data;
  const given = await manager.post(`/approvals/${id}/approve`, {}, { 'idempotency-key': 'give-1' });
  const again = await manager.post(`/approvals/${id}/approve`, {}, { 'idempotency-key': 'give-1' });
  assert.deepEqual([again.status, again.text], [200, given.text]);
});

test('events and audit entries name the act and its people, and no body', async () => {
  const body = { amount: 5, reason: 'a secret reason' };
  const id = await approved(cashier, manager, { ...refund, body });
  const events = (await owner.get('/events?types=approval.*&limit=100')).body.data.filter(
    ({ subject_id }: { subject_id: string }) => subject_id === id,
  );
  assert.deepEqual(
    events.map(({ type }: { type: string }) => type),
    ['approval.requested', 'approval.decided'],
  );
  const audit = (await owner.get(`/audit?subject_id=${id}`)).body.data;
  assert.deepEqual(
    audit.map(({ action, user_name }: { action: string; user_name: string }) => [action, user_name]),
    [
      ['approval.decided', 'A manager'],
      ['approval.requested', 'A cashier'],
    ],
  );
  assert.deepEqual(audit[0].before.state, 'pending');
  for (const text of [JSON.stringify(events), JSON.stringify(audit)]) assert.ok(!text.includes('secret'));
  const { rows } = await app.admin.query('select row_to_json(a)::text as row from approvals a where id = $1', [id]);
  assert.ok(!rows[0].row.includes('secret'));
});
