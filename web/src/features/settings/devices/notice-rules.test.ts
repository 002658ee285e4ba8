import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Permission } from '../../../session/permissions.ts';
import { noticesFor, pushRulesFrom } from './notice-rules.ts';

const having =
  (...permissions: Permission[]) =>
  (what: Permission) =>
    permissions.includes(what);

test('offers notifications of what the user may read', () => {
  assert.deepEqual(noticesFor(having()), ['low_stock', 'out_of_stock']);
  assert.deepEqual(noticesFor(having('reports:read')), ['low_stock', 'out_of_stock', 'day_closed', 'exports']);
  assert.deepEqual(noticesFor(having('catalogue:write')), ['low_stock', 'out_of_stock', 'imports']);
});

test('turns off what is not in the form, and does not mention what the user may not read', () => {
  assert.deepEqual(pushRulesFrom({ low_stock: 'on', imports: 'on', refunds: 'on', refund_from: '50' }, having()), {
    low_stock: true,
    out_of_stock: false,
  });
  const read = (texts: Record<string, string>) => pushRulesFrom(texts, having('sales:read')).refund_from;
  assert.deepEqual([read({ refunds: 'on', refund_from: '50' }), read({ refund_from: '50' })], [50, null]);
});
