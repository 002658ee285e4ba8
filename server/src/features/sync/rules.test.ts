import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor } from '../../core/actor.ts';
import { no_merchant_id } from '../../core/ids.ts';
import type { Role } from '../../core/permissions.ts';
import {
  type ChangedRecords,
  changedBy,
  firstKey,
  kinds,
  readCursor,
  readKinds,
  type SyncPosition,
  viewKey,
  writeCursor,
} from './rules.ts';

const merchant = { id: no_merchant_id, currency: 'EUR', silver_from: 1n, gold_from: 2n, platinum_from: 3n };
const actor = (role: Role, changed: object = {}) => ({ role, merchant: { ...merchant, ...changed } }) as Actor;

test('a cursor is read back unchanged', () => {
  const positions: SyncPosition[] = [
    { phase: 'changes', after: 12n },
    ...kinds.map((kind) => ({ phase: 'all' as const, base: 7n, kind, after: firstKey(kind) })),
  ];
  for (const position of positions)
    for (const named of [{}, { event_id: firstKey('product') }])
      assert.deepEqual(readCursor(writeCursor({ view: 'a view', position, ...named })), {
        ...{ view: 'a view', position },
        ...named,
      });
});

test('rejects an invalid cursor', () => {
  const invalid = [
    [],
    ['v'],
    ['v', 'changes', 7],
    ['v', 'changes', '-1'],
    ['v', 'all', '1', 'shoe', no_merchant_id],
    ['v', 'all', '1', 'level', no_merchant_id],
    ['v', 'all', '1', 'level', `${no_merchant_id}/x`],
    ['v', 'all', '1', 'level', `${firstKey('level')}/${no_merchant_id}`],
    ['v', 'all', '1', 'product', firstKey('level')],
    ['v', 'all', '1', 'product', 'x'],
    ['v', 'all', '1', 'product', 7],
    ['v', 'all', '1', 'product'],
    ['v', 'all', 'x', 'product', no_merchant_id],
    ['v', 'some', '1', 'product', no_merchant_id],
    ['v', 'changes', ''],
    ['v', 'changes', '1'.repeat(19)],
    ['v', 'changes'],
    ['v', 'changes', '1', 'x'],
    ['v', 'changes', '1', 7],
    ['v', 'changes', '1', no_merchant_id, no_merchant_id],
    ['v', 'all', '1', 'product', no_merchant_id, 'x'],
    [7, 'changes', '7'],
    7,
    null,
  ];
  for (const parts of invalid) {
    const cursor = Buffer.from(JSON.stringify(parts)).toString('base64url');
    assert.throws(() => readCursor(cursor), { code: 'VALIDATION_ERROR' }, JSON.stringify(parts));
  }
  assert.throws(() => readCursor('no JSON'), { code: 'VALIDATION_ERROR' });
});

test('reads the kinds in their own order, and rejects other ones', () => {
  assert.deepEqual(readKinds(undefined), kinds);
  assert.deepEqual(readKinds(' level ,product,level'), ['product', 'level']);
  assert.deepEqual(readKinds([...kinds].reverse().join(',')), kinds);
  for (const wrong of ['', 'shoe', 'product,', 'product,shoe'])
    assert.throws(() => readKinds(wrong), { code: 'VALIDATION_ERROR' }, wrong);
});

test('users with the same visible records have the same view, and others do not', () => {
  assert.equal(viewKey(actor('owner')), viewKey(actor('manager')));
  const others = [
    actor('cashier'),
    actor('stock_clerk'),
    actor('owner', { silver_from: 4n }),
    actor('owner', { gold_from: 4n }),
    actor('owner', { platinum_from: 4n }),
    actor('owner', { currency: 'USD' }),
    actor('owner', { id: '00000000-0000-0000-0000-000000000001' }),
  ];
  const views = [actor('owner'), ...others].map((one) => viewKey(one));
  const ofKinds = [['product'], ['level'], ['product', 'level'], kinds.slice(1)] as const;
  views.push(...ofKinds.map((requested) => viewKey(actor('owner'), requested)));
  assert.equal(new Set(views).size, 12);
  assert.equal(viewKey(actor('owner'), kinds), views[0]);
});

test('lists each changed record once, for any number of changes', () => {
  const events = [
    'product.created',
    'product.updated',
    'stock.moved',
    'sale.refunded',
    'points.changed',
    'warehouse.created',
    'export.ready',
  ];
  const touched = changedBy(
    events.map((type, index) => ({ sequence: BigInt(index), type, subject_id: type.split('.')[0] ?? '' })),
  );
  assert.deepEqual(touched, {
    requested: kinds,
    products: ['product'],
    stocked: ['product', 'stock'],
    categories: [],
    customers: ['points'],
    sales: ['sale'],
    staff: [],
    locations: true,
    merchant: false,
  });
});

test('each type of event changes the records of its subject only', () => {
  const nothing: ChangedRecords = {
    ...{ requested: ['product'], products: [], stocked: [], categories: [], customers: [], sales: [], staff: [] },
    ...{ locations: false, merchant: false },
  };
  const found: [type: string, changed: Partial<ChangedRecords>][] = [
    ['product.updated', { products: ['a'], stocked: ['a'] }],
    ['stock.low', { stocked: ['a'] }],
    ['category.deleted', { categories: ['a'] }],
    ['customer.created', { customers: ['a'] }],
    ['points.changed', { customers: ['a'] }],
    ['sale.created', { sales: ['a'] }],
    ['staff.updated', { staff: ['a'] }],
    ['branch.created', { locations: true }],
    ['warehouse.updated', { locations: true }],
    ['merchant.updated', { merchant: true }],
    ['export.ready', {}],
  ];
  for (const [type, changed] of found)
    assert.deepEqual(
      changedBy([{ sequence: 1n, type, subject_id: 'a' }], ['product']),
      { ...nothing, ...changed },
      type,
    );
});
