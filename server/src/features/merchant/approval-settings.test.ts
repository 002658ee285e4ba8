import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);

test('the owner sets rules; omitted they stay, and an empty list removes them', async () => {
  const rule = {
    action: 'refund',
    above_amount: 50.01,
    above_percent: null,
    above_quantity: null,
    exempt_roles: ['manager'],
  };
  const { body } = await shop.owner.put('/merchant', { approval_rules: [rule], approval_minutes: 1440 });
  assert.deepEqual([body.data.approval_rules, body.data.approval_minutes], [[rule], 1440]);
  await shop.owner.put('/merchant', { name: 'Corner' });
  const { data } = (await shop.owner.get('/merchant')).body;
  assert.deepEqual([data.approval_rules, data.approval_minutes], [[rule], 1440]);
  const [event] = (await shop.owner.get('/events?types=merchant.updated')).body.data;
  assert.deepEqual(event.data.approval_rules, [rule]);
  assert.deepEqual((await shop.owner.put('/merchant', { approval_rules: [] })).body.data.approval_rules, []);
  assert.deepEqual((await shop.owner.get('/merchant')).body.data.approval_rules, []);
});

test('rejects invalid rules and minutes, and changes nothing', async () => {
  const before = (await shop.owner.get('/merchant')).body.data;
  for (const [change, field] of [
    [{ approval_minutes: 0 }, 'approval_minutes'],
    [{ approval_minutes: 1441 }, 'approval_minutes'],
    [{ approval_rules: [{ action: 'sell' }] }, 'approval_rules[0].action'],
    [{ approval_rules: [{}] }, 'approval_rules[0].action'],
    [{ approval_rules: [{ action: 'refund', above_amount: -1 }] }, 'approval_rules[0].above_amount'],
    [{ approval_rules: [{ action: 'discount', above_percent: 100.1 }] }, 'approval_rules[0].above_percent'],
    [
      { approval_rules: [{ action: 'stock_adjustment', above_quantity: 1_000_001 }] },
      'approval_rules[0].above_quantity',
    ],
    [{ approval_rules: [{ action: 'void', exempt_roles: ['boss'] }] }, 'approval_rules[0].exempt_roles[0]'],
    [{ approval_rules: [{ action: 'void' }, { action: 'void' }] }, 'approval_rules[1].action'],
  ] as const) {
    const { status, body } = await shop.owner.put('/merchant', change);
    assert.equal(status, 422);
    assert.deepEqual(
      body.error.details.map((detail: { field: string }) => detail.field),
      [field],
    );
  }
  assert.deepEqual((await shop.owner.get('/merchant')).body.data, before);
});

test('variance_limit is the limit of the rule for variances', async () => {
  const change = async (body: object) => {
    const { data } = (await shop.owner.put('/merchant', body)).body;
    const rules = data.approval_rules.map(({ action, above_amount, exempt_roles }: Record<string, unknown>) => [
      action,
      above_amount,
      exempt_roles,
    ]);
    return [data.variance_limit, rules];
  };
  const other = { action: 'void', exempt_roles: ['owner'] };
  const shown = ['void', null, ['owner']];
  const variance = { action: 'shift_variance', above_amount: 2, exempt_roles: ['manager'] };
  assert.deepEqual(await change({ approval_rules: [other] }), [null, [shown]]);
  assert.deepEqual(await change({ variance_limit: 7.5 }), [7.5, [shown, ['shift_variance', 7.5, []]]]);
  assert.deepEqual(await change({ approval_rules: [variance, other] }), [
    2,
    [['shift_variance', 2, ['manager']], shown],
  ]);
  assert.deepEqual(await change({ variance_limit: 0 }), [0, [shown, ['shift_variance', 0, ['manager']]]]);
  assert.deepEqual(await change({ variance_limit: null }), [null, [shown]]);
  assert.deepEqual(await change({ approval_rules: [{ action: 'shift_variance' }] }), [
    null,
    [['shift_variance', null, []]],
  ]);
  const refused = await shop.owner.put('/merchant', { variance_limit: 0.001 });
  assert.deepEqual([refused.status, refused.body.error.details[0].field], [422, 'variance_limit']);
});

test('a manager may not change the rules', async () => {
  const manager = await aStaffMember(shop, 'manager');
  assert.equal((await manager.put('/merchant', { approval_rules: [] })).body.error.code, 'FORBIDDEN');
});
