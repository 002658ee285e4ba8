import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Permission } from '../../session/permissions.ts';
import { actionsOf } from './sale-rules.ts';

type Sale = Parameters<typeof actionsOf>[0];
type Action = Parameters<typeof actionsOf>[1]['rules'][number]['action'];
const all: readonly Permission[] = ['sales:refund', 'sales:void', 'sales:write'];

test('offers what the state of the sale and the permissions of the user allow', () => {
  type Fields = { refunded_amount?: number; refunded?: number; total?: number };
  const of = (status: Sale['status'], fields: Fields = {}, may = all, actions: Action[] = []) => {
    const { refunded_amount = 0, refunded = 0, total = 5 } = fields;
    const items = [{ line_no: 1, name: 'Tea', quantity: 2, total, refunded_quantity: refunded }] as Sale['items'];
    const rules = actions.map((action) => ({ action }));
    const offered = actionsOf({ status, items, refunded_amount }, { may: (what) => may.includes(what), rules });
    return Object.entries(offered)
      .filter(([, can]) => can)
      .map(([name]) => name)
      .join(' ');
  };
  const without = (permission: Permission) => all.filter((each) => each !== permission);
  assert.equal(of('completed'), 'canRefund canVoid');
  assert.equal(of('completed', { refunded_amount: 0.01 }), 'canRefund');
  assert.equal(of('completed', { refunded: 2 }), 'canVoid');
  assert.equal(of('completed', {}, without('sales:refund')), 'canVoid');
  assert.equal(of('completed', {}, without('sales:void')), 'canRefund');
  assert.equal(of('completed', {}, without('sales:void'), ['refund']), 'canRefund');
  assert.equal(of('completed', {}, without('sales:void'), ['refund', 'void']), 'canRefund canVoid');
  assert.equal(of('completed', { refunded_amount: 0.01 }, without('sales:void'), ['void']), 'canRefund');
  assert.equal(of('completed', {}, ['sales:refund'], ['void']), 'canRefund');
  assert.equal(of('partially_refunded', { refunded: 1 }), 'canRefund');
  assert.equal(of('refunded'), '');
  assert.equal(of('refunded', { total: 0 }), 'canRefund');
  assert.equal(of('voided'), '');
  assert.equal(of('pending'), 'canVoid canComplete');
  assert.equal(of('pending', {}, without('sales:write')), '');
});
