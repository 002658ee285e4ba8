import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor } from '../../core/actor.ts';
import { no_merchant_id } from '../../core/ids.ts';
import type { Role } from '../../core/permissions.ts';
import { changedBy, firstKey, kinds, readCursor, type SyncPosition, viewKey, writeCursor } from './rules.ts';

const merchant = { id: no_merchant_id, currency: 'EUR', silver_from: 1n, gold_from: 2n, platinum_from: 3n };
const actor = (role: Role, changed: object = {}) => ({ role, merchant: { ...merchant, ...changed } }) as Actor;

test('a cursor is read back unchanged', () => {
  const positions: SyncPosition[] = [
    { phase: 'changes', after: 12n },
    ...kinds.map((kind) => ({ phase: 'all' as const, base: 7n, kind, after: firstKey(kind) })),
  ];
  for (const position of positions)
    assert.deepEqual(readCursor(writeCursor('a view', position)), { view: 'a view', position });
});

test('rejects an invalid cursor', () => {
  const invalid = [
    [],
    ['v'],
    ['v', 'changes', 7],
    ['v', 'changes', '-1'],
    ['v', 'all', '1', 'shoe', no_merchant_id],
    ['v', 'all', '1', 'level', no_merchant_id],
    7,
  ];
  for (const parts of invalid) {
    const cursor = Buffer.from(JSON.stringify(parts)).toString('base64url');
    assert.throws(() => readCursor(cursor), { code: 'VALIDATION_ERROR' }, JSON.stringify(parts));
  }
});

test('users with the same visible records have the same view, and others do not', () => {
  assert.equal(viewKey(actor('owner')), viewKey(actor('manager')));
  const others = [
    actor('cashier'),
    actor('stock_clerk'),
    actor('owner', { gold_from: 4n }),
    actor('owner', { currency: 'USD' }),
  ];
  assert.equal(new Set([actor('owner'), ...others].map((one) => viewKey(one))).size, 5);
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
