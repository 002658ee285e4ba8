import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ActRequest, approved, askFor, codeOf, send } from '../../../../test/approvals.ts';
import { fieldsOf } from '../../../../test/caller.ts';
import { aProduct, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { sendBeside } from '../../../../test/waiting.ts';
import { decideApproval } from './decide-approval.ts';
import { approvalStore } from './use-approval.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
const manager = await aStaffMember(shop, 'manager');
const cashier = await aStaffMember(shop, 'cashier');
const other = await aStaffMember(shop, 'cashier');
const product = await aProduct(shop, { price: 10, stock: 1_000 });
await owner.put('/merchant', {
  approval_rules: [{ action: 'refund' }, { action: 'discount' }, { action: 'void' }, { action: 'price_override' }],
});

const items = [{ product_id: product.id, quantity: 1, discount: 2 }];
const sale: ActRequest = { action: 'discount', path: '/transactions', body: { items, payment_method: 'cash' } };
const stock = async () => (await owner.get(`/products/${product.id}`)).body.data.stock;
const stateOf = async (id: string) => (await cashier.get(`/approvals/${id}`)).body.data.state;
const nextSale = async () =>
  (await owner.post('/transactions', { items: [{ product_id: product.id, quantity: 2 }], payment_method: 'cash' })).body
    .data.id;
const refundOf = async (): Promise<ActRequest & { id: string }> => {
  const id = await nextSale();
  return { action: 'refund', path: `/transactions/${id}/refund`, body: { amount: 5, reason: 'cold' }, id };
};
const refundedOf = async (id: string) => (await owner.get(`/transactions/${id}`)).body.data.refunded_amount;

test('a sale with an approval is recorded, and the approval is consumed with it', async () => {
  const before = await stock();
  assert.equal(codeOf(await send(cashier, sale)), '403 APPROVAL_REQUIRED');
  const id = await approved(cashier, manager, sale);
  const { status, body } = await send(cashier, sale, id);
  assert.deepEqual([status, body.data.total_amount, await stock()], [201, 8, before - 1]);
  const { data } = (await cashier.get(`/approvals/${id}`)).body;
  assert.equal(data.state, 'consumed');
  assert.notEqual(data.consumed_at, null);
  const { rows } = await app.admin.query('select subject_id from approvals where id = $1', [id]);
  assert.equal(rows[0].subject_id, body.data.id);
  const [event] = (await owner.get('/events?types=approval.consumed&limit=100')).body.data.slice(-1);
  assert.deepEqual([event.subject_id, event.data.state], [id, 'consumed']);
});

test('an approval is used once, with another idempotency key or without', async () => {
  const id = await approved(cashier, manager, sale);
  assert.equal((await send(cashier, sale, id, { 'idempotency-key': 'once-1' })).status, 201);
  const before = await stock();
  for (const headers of [{}, { 'idempotency-key': 'once-2' }])
    assert.equal(codeOf(await send(cashier, sale, id, headers)), '403 APPROVAL_INVALID');
  assert.equal(await stock(), before);
});

test('of uses at the same time, one succeeds', async () => {
  for (const act of [sale, await refundOf()]) {
    const id = await approved(cashier, manager, act);
    const before = await stock();
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(cashier, act, id)));
    assert.deepEqual(answers.map(codeOf).sort(), [
      `201 OK`,
      ...Array.from({ length: 5 }, () => '403 APPROVAL_INVALID'),
    ]);
    assert.equal(await stock(), act === sale ? before - 1 : before);
  }
});

test('a use and a decision each see what another request did just before', async () => {
  const [used, decided] = [await approved(cashier, manager, sale), await askFor(cashier, sale)];
  const answer = await sendBeside(
    shop,
    (tx, ctx) => approvalStore.consume(tx, ctx, { id: used, subject_id: null }),
    () => send(cashier, sale, used),
  );
  assert.equal(codeOf(answer), '403 APPROVAL_INVALID');
  const decision = await sendBeside(
    shop,
    (tx, ctx) => decideApproval(tx, ctx, { id: decided, state: 'denied', reason: null }),
    () => manager.post(`/approvals/${decided}/approve`, {}),
  );
  assert.equal(codeOf(decision), '422 INVALID_STATE');
});

test('a repeated request gets the first response, and uses no second approval', async () => {
  for (const act of [sale, await refundOf()]) {
    const id = await approved(cashier, manager, act);
    const headers = { 'idempotency-key': `lost-${act.action}` };
    const first = await send(cashier, act, id, headers);
    const before = await stock();
    for (const approval_id of [id, undefined]) {
      const again = await send(cashier, act, approval_id, headers);
      assert.deepEqual([again.status, again.text], [201, first.text]);
      assert.equal(again.headers['idempotent-replayed'], 'true');
    }
    assert.equal(await stock(), before);
  }
});

test('a repeated client id gets the first response, in either case', async () => {
  const own = { ...sale, body: { ...(sale.body as object), id: '0198aaaa-0000-7000-8000-00000000abcd' } };
  const id = await approved(cashier, manager, own);
  const first = await send(cashier, own, id);
  assert.equal(first.status, 201);
  assert.equal((await send(cashier, own, id)).text, first.text);
  const other_id = { ...sale, body: { ...(sale.body as object), id: '0198AAAA-0000-7000-8000-00000000ABCE' } };
  const upper = await approved(cashier, manager, other_id);
  const { text } = await send(cashier, other_id, upper);
  assert.equal((await send(cashier, other_id, upper)).text, text);
});

test('repeats at the same time sell once', async () => {
  const id = await approved(cashier, manager, sale);
  const before = await stock();
  const headers = { 'idempotency-key': 'together' };
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(cashier, sale, id, headers)));
  assert.deepEqual([...new Set(answers.map(({ status, text }) => `${status} ${text}`))].length, 1);
  assert.deepEqual([answers[0]?.status, await stock()], [201, before - 1]);
});

test('after the response of a repeated request, another body under the key is a conflict or another request', async () => {
  const id = await approved(cashier, manager, sale);
  await send(cashier, sale, id, { 'idempotency-key': 'conflict' });
  const changed = { ...sale, body: { items: [{ product_id: product.id, quantity: 1 }], payment_method: 'cash' } };
  assert.equal(codeOf(await send(cashier, changed, id, { 'idempotency-key': 'conflict' })), '403 APPROVAL_INVALID');
  assert.equal(
    codeOf(await send(cashier, changed, undefined, { 'idempotency-key': 'conflict' })),
    '422 IDEMPOTENCY_CONFLICT',
  );
});

test('a pending approval is not enough', async () => {
  const id = await askFor(cashier, sale);
  const before = await stock();
  assert.equal(codeOf(await send(cashier, sale, id)), '403 APPROVAL_REQUIRED');
  assert.equal(await stock(), before);
  await manager.post(`/approvals/${id}/approve`, {});
  assert.equal((await send(cashier, sale, id)).status, 201);
});

test('a denied approval is invalid', async () => {
  const id = await askFor(cashier, sale);
  await manager.post(`/approvals/${id}/deny`, {});
  const before = await stock();
  assert.equal(codeOf(await send(cashier, sale, id)), '403 APPROVAL_INVALID');
  assert.equal(await stock(), before);
});

test('an approval is valid until it expires, and not at that time', async () => {
  for (const [at, expected] of [
    ['2026-11-26T10:09:59.999Z', '201 OK'],
    ['2026-11-26T10:10:00.000Z', '403 APPROVAL_INVALID'],
  ] as const) {
    app.clock.freeze('2026-11-26T10:00:00.000Z');
    const id = await approved(cashier, manager, sale);
    app.clock.freeze(at);
    assert.equal(codeOf(await send(cashier, sale, id)), expected);
    app.clock.set(new Date().toISOString());
  }
});

test('an expired pending approval is invalid', async () => {
  app.clock.freeze('2026-11-26T10:00:00.000Z');
  const id = await askFor(cashier, sale);
  app.clock.freeze('2026-11-26T10:10:00.000Z');
  assert.equal(codeOf(await send(cashier, sale, id)), '403 APPROVAL_INVALID');
  app.clock.set(new Date().toISOString());
});

test('a used approval stays used when it would have expired', async () => {
  const id = await approved(cashier, manager, sale);
  await send(cashier, sale, id);
  app.clock.advance(3_600_000);
  assert.equal(await stateOf(id), 'consumed');
  app.clock.set(new Date().toISOString());
});

test('only the person who requested it uses an approval', async () => {
  const id = await approved(cashier, manager, sale);
  const before = await stock();
  for (const person of [other, manager, owner]) {
    const answer = await send(person, sale, id);
    assert.deepEqual([codeOf(answer), fieldsOf(answer)], ['403 APPROVAL_INVALID', ['Approval-Id']]);
  }
  const stranger = (await aShop(app)).owner;
  assert.equal(codeOf(await send(stranger, sale, id)), '403 APPROVAL_INVALID');
  assert.deepEqual([await stock(), await stateOf(id)], [before, 'approved']);
});

test('an approval is for one payload: any other field, path or method is another one', async () => {
  const refund = await refundOf();
  const id = await approved(cashier, manager, refund);
  for (const other_request of [
    { ...refund, body: { amount: 5.01, reason: 'cold' } },
    { ...refund, body: { amount: 5 } },
    { ...refund, body: { amount: 5, reason: 'cold', restock: true } },
    { ...refund, path: `/transactions/${await nextSale()}/refund` },
    { ...refund, path: `/transactions/${refund.id}/void`, body: refund.body },
    { ...refund, method: 'PUT' as const, path: `/transactions/${refund.id}` },
  ])
    assert.equal(codeOf(await send(cashier, other_request, id)), '403 APPROVAL_INVALID');
  assert.deepEqual([await refundedOf(refund.id), await stateOf(id)], [0, 'approved']);
  const reordered = { ...refund, body: '{ "reason" : "cold", "amount": 5.0 }' };
  assert.equal((await send(cashier, reordered, id)).status, 201);
  assert.equal(await refundedOf(refund.id), 5);
});

test('a refund without a body is approved as one with an empty body', async () => {
  const { id: sale_id, path } = await refundOf();
  const id = await approved(cashier, manager, { action: 'refund', path });
  assert.equal((await send(cashier, { action: 'refund', path }, id)).status, 201);
  assert.equal(await refundedOf(sale_id), 20);
});

test('the header is judged before the body, and a malformed one is invalid', async () => {
  const wrong = { ...sale, body: { items: [] } };
  assert.equal(codeOf(await send(cashier, wrong)), '422 VALIDATION_ERROR');
  for (const header of ['x', '0198aaaa-0000-7000-8000-000000000000', ''])
    assert.equal(codeOf(await send(cashier, wrong, header)), '403 APPROVAL_INVALID');
});

test('the id in the header is read in either case', async () => {
  const id = await approved(cashier, manager, sale);
  assert.equal((await send(cashier, sale, id.toUpperCase())).status, 201);
});

test('a rejected request leaves its approval for another try', async () => {
  const scarce = await aProduct(shop, { stock: 0 });
  const body = { items: [{ product_id: scarce.id, quantity: 1, discount: 1 }], payment_method: 'cash' };
  const act = { ...sale, body };
  const id = await approved(cashier, manager, act);
  assert.equal(codeOf(await send(cashier, act, id)), '422 INSUFFICIENT_STOCK');
  assert.equal(await stateOf(id), 'approved');
  await owner.post('/inventory/adjustment', { product_id: scarce.id, quantity: 1, type: 'in' });
  assert.equal((await send(cashier, act, id)).status, 201);
});

test('an approval is consumed even if the act no longer needs one', async () => {
  const id = await approved(cashier, manager, sale);
  await owner.put('/merchant', { approval_rules: [] });
  assert.equal((await send(cashier, sale, id)).status, 201);
  assert.equal(await stateOf(id), 'consumed');
  await owner.put('/merchant', {
    approval_rules: [{ action: 'refund' }, { action: 'discount' }, { action: 'void' }, { action: 'price_override' }],
  });
});

test('an approver whose role is no longer exempt does not suffice', async () => {
  const id = await approved(cashier, manager, sale);
  await owner.put('/merchant', { approval_rules: [{ action: 'discount', exempt_roles: ['owner'] }] });
  assert.equal(codeOf(await send(cashier, sale, id)), '403 APPROVAL_REQUIRED');
  assert.equal(await stateOf(id), 'approved');
  await owner.put('/merchant', {
    approval_rules: [{ action: 'refund' }, { action: 'discount' }, { action: 'void' }, { action: 'price_override' }],
  });
});

test('each route with the header describes it, and takes it', async () => {
  const taking = app.routes
    .filter(({ config }) => config?.takesApproval === true)
    .map(({ method, url }) => `${String(method)} ${url.replace(/:(\w+)/g, '{$1}')}`);
  const { paths = {} } = app.fastify.swagger() as {
    paths?: Record<string, Record<string, { parameters?: { $ref?: string }[] }>>;
  };
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { parameters = [] }]) => parameters.some(({ $ref = '' }) => $ref.endsWith('/ApprovalId')))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(described.sort(), taking.sort());
  assert.ok(taking.length >= 7);
});

test('a browser may send the header from another origin', async () => {
  const { headers } = await app.fastify.inject({
    method: 'OPTIONS',
    url: '/api/v1/transactions',
    headers: {
      origin: 'https://till.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'approval-id,authorization',
    },
  });
  assert.match(String(headers['access-control-allow-headers']), /approval-id/i);
});
