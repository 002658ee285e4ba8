import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  defaultRules,
  linkData,
  messageText,
  type PushEvent,
  type PushRules,
  pushedTypes,
  type Recipient,
  retryDelay,
  wants,
} from './rules.ts';

const all = {
  low_stock: true,
  out_of_stock: true,
  refund_from: 50_00n,
  exports: true,
  imports: true,
  day_closed: true,
};
const ann: Recipient = { user_id: 'ann', role: 'manager', branch_ids: null, rules: all };
const news = (type: string, fields: Partial<PushEvent> = {}): PushEvent => ({
  type,
  user_id: 'ben',
  branch_id: 'main',
  subject_id: 'subject',
  amount: null,
  approver_roles: [],
  ...fields,
});

test('a user gets only the subscribed events', () => {
  assert.ok(wants(ann, news('stock.low')));
  assert.ok(wants(ann, news('stock.out')));
  for (const type of ['stock.low', 'stock.out', 'sale.refunded'])
    assert.ok(!wants({ ...ann, rules: defaultRules }, news(type, { amount: 10_000n })), type);
  assert.ok(!wants(ann, news('sale.completed')));
});

const ruleOf: [type: string, rule: keyof PushRules, fields: Partial<PushEvent>][] = [
  ['stock.low', 'low_stock', {}],
  ['stock.out', 'out_of_stock', {}],
  ['sale.refunded', 'refund_from', { amount: 50_00n }],
  ['export.ready', 'exports', { user_id: 'ann' }],
  ['export.failed', 'exports', { user_id: 'ann' }],
  ['import.done', 'imports', { user_id: 'ann' }],
  ['day.closed', 'day_closed', { user_id: null }],
];
for (const [type, rule, fields] of ruleOf)
  test(`only the rule ${rule} decides about ${type}`, () => {
    const event = news(type, fields);
    assert.ok(wants({ ...ann, rules: { ...defaultRules, [rule]: all[rule] } }, event));
    assert.ok(!wants({ ...ann, rules: { ...all, [rule]: defaultRules[rule] } }, event));
  });

test('pushes events of no branch, and of the own branches, but of no other', () => {
  for (const [type, , fields] of ruleOf.filter(([, , { user_id }]) => user_id !== 'ann'))
    assert.deepEqual(
      [null, 'main', 'other'].map((branch_id) =>
        wants({ ...ann, branch_ids: ['main'] }, news(type, { ...fields, branch_id })),
      ),
      [true, true, false],
      type,
    );
});

test('pushes refunds of at least the chosen amount, but not the user’s own', () => {
  assert.ok(!wants(ann, news('sale.refunded', { amount: 49_99n })));
  assert.ok(wants(ann, news('sale.refunded', { amount: 50_00n })));
  assert.ok(!wants(ann, news('sale.refunded', { amount: 50_00n, user_id: 'ann' })));
  const every = { ...ann, rules: { ...all, refund_from: 0n } };
  assert.ok(wants(every, news('sale.refunded', { amount: 0n })));
  assert.ok(wants(every, news('sale.refunded', { amount: null })), 'a refund without an amount counts as 0');
  assert.ok(!wants({ ...ann, rules: { ...all, refund_from: 1n } }, news('sale.refunded', { amount: null })));
  assert.ok(!wants({ ...ann, rules: { ...all, refund_from: null } }, news('sale.refunded', { amount: 50_00n })));
});

test('pushes only the user’s own reports and imports', () => {
  for (const type of ['export.ready', 'export.failed', 'import.done']) {
    assert.ok(wants(ann, news(type, { user_id: 'ann' })), type);
    assert.ok(!wants(ann, news(type)), type);
  }
  assert.ok(!wants({ ...ann, rules: { ...all, exports: false } }, news('export.ready', { user_id: 'ann' })));
});

test('pushes a closed day to members who may read reports of its branch', () => {
  assert.ok(wants(ann, news('day.closed', { user_id: null })));
  assert.ok(!wants({ ...ann, rules: { ...all, day_closed: false } }, news('day.closed')));
  assert.ok(!wants({ ...ann, branch_ids: ['other'] }, news('day.closed')));
  assert.ok(!wants({ ...ann, role: 'cashier' }, news('day.closed')));
});

test('pushes new sign-ins and ended sessions to their user, whatever the rules', () => {
  for (const type of ['session.new_device', 'staff.signed_out']) {
    assert.ok(wants({ ...ann, rules: defaultRules }, news(type, { subject_id: 'ann' })), type);
    assert.ok(!wants(ann, news(type, { subject_id: 'ben' })), type);
  }
});

test('pushes a requested approval to those who may give it, whatever the rules, but not to who asks', () => {
  const asked = news('approval.requested', { approver_roles: ['manager'] });
  const plain = { ...ann, rules: defaultRules };
  assert.ok(wants(plain, asked));
  assert.ok(!wants({ ...plain, role: 'owner' }, asked));
  assert.ok(!wants({ ...plain, user_id: 'ben' }, asked));
  assert.ok(!wants({ ...plain, branch_ids: ['other'] }, asked));
  assert.ok(wants({ ...plain, branch_ids: ['main'] }, asked));
  assert.ok(wants({ ...plain, branch_ids: ['other'] }, { ...asked, branch_id: null }));
  assert.ok(!wants({ ...plain, role: 'viewer' }, { ...asked, approver_roles: ['viewer'] }));
});

test('pushes no events of other branches, and none that the role may not read', () => {
  const limited = { ...ann, branch_ids: ['other'] };
  assert.ok(!wants(limited, news('stock.low')));
  assert.ok(wants(limited, news('stock.low', { branch_id: 'other' })));
  assert.ok(!wants(limited, news('sale.refunded', { amount: 50_00n })));
  assert.ok(!wants({ ...ann, role: 'stock_clerk' }, news('sale.refunded', { amount: 50_00n })));
});

test('every pushed type has a text', () => {
  const level = { product_name: 'Coffee', sku: 'COF', warehouse_name: 'Cellar', available: 3, min_stock: 5 };
  const day = { branch_name: 'Harbour', day: '2026-03-02', total_sales: 120, total_transactions: 7 };
  const data = {
    ...level,
    amount: 55,
    reason: 'open',
    report_type: 'sales',
    format: 'csv',
    imported: 2,
    failed: 1,
    error: 'the disk is full',
    device: 'Firefox on Windows',
    network: '198.51.100.0/24',
    requested_by_name: 'Ben',
    summary: 'Void of 261126-ABC123, 20',
    ...day,
  };
  for (const type of pushedTypes) {
    const { title, body } = messageText(type, data, { name: 'Corner', currency: 'EUR' });
    assert.ok(title.length > 5 && body.length > 5 && !/undefined|null|NaN/.test(title + body), `${title} / ${body}`);
  }
  assert.throws(() => messageText('sale.completed', data, { name: 'Corner', currency: 'EUR' }));
});

test('a message says what has happened, and how much', () => {
  const shop = { name: 'Corner', currency: 'EUR' };
  const level = { product_name: 'Coffee', sku: 'COF', warehouse_name: 'Cellar', available: 3 };
  const day = { branch_name: 'Harbour', day: '2026-03-02', total_sales: 120 };
  const messages = [
    ['stock.low', level, 'Low: Coffee', '3 left in Cellar, COF'],
    ['stock.out', level, 'Out of stock: Coffee', 'None left in Cellar, COF'],
    ['sale.refunded', { amount: 55, reason: 'Open' }, 'Refund of 55 EUR', 'Open · Corner'],
    ['sale.refunded', { amount: 55, reason: null }, 'Refund of 55 EUR', 'No reason given · Corner'],
    ['export.ready', { report_type: 'sales', format: 'csv' }, 'Your report is ready', 'sales as csv · Corner'],
    ['export.failed', { error: 'The disk is full' }, 'Your report could not be written', 'The disk is full · Corner'],
    ['import.done', { imported: 2, failed: 1 }, 'Your import is done', '2 imported, 1 failed · Corner'],
    ['day.closed', { ...day, total_transactions: 1 }, 'Harbour: 120 EUR', '1 sale on 2026-03-02 · Corner'],
    ['day.closed', { ...day, total_transactions: 7 }, 'Harbour: 120 EUR', '7 sales on 2026-03-02 · Corner'],
    [
      ...(['session.new_device', { device: 'Firefox', network: '198.51.100.0/24' }, 'New sign-in'] as const),
      'Firefox, 198.51.100.0/24. Not you? Change your password.',
    ],
    [
      ...(['session.new_device', { device: null, network: '198.51.100.0/24' }, 'New sign-in'] as const),
      'An unknown device, 198.51.100.0/24. Not you? Change your password.',
    ],
    ['staff.signed_out', {}, 'You were signed out', 'The owner of Corner ended your sessions'],
    ['approval.requested', { requested_by_name: 'Ben', summary: 'Void' }, 'Ben asks for an approval', 'Void · Corner'],
  ] as const;
  for (const [type, data, title, body] of messages)
    assert.deepEqual(messageText(type, data, shop), { title, body }, type);
  assert.deepEqual(new Set(messages.map(([type]) => type)), new Set(pushedTypes));
});

test('a message of a refund or a closed day leads to its page', () => {
  const data = { transaction_id: 't', branch_id: 'b', day: '2026-03-02', amount: 1 };
  assert.deepEqual(linkData('sale.refunded', data), { transaction_id: 't' });
  assert.deepEqual(linkData('day.closed', data), { branch_id: 'b', day: '2026-03-02' });
  assert.deepEqual(linkData('stock.low', data), {});
});

test('a message is tried five times, each time after a longer wait', () => {
  assert.deepEqual([1, 2, 3, 4, 5].map(retryDelay), [30, 120, 600, 3_600, undefined]);
});
