import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesOf, isRow, type SyncRecord } from './catalogue-row.ts';

const moment = '2026-01-02T03:04:05.000Z';
const record = (part: object): SyncRecord =>
  ({
    kind: 'product',
    id: 'mug',
    parent_id: null,
    sku: 'MUG',
    name: 'Mug',
    description: 'Of clay',
    category_id: null,
    price: 4,
    cost: 2,
    status: 'active',
    images: ['a.png'],
    barcode: '4006381333931',
    min_stock: null,
    tax_rate: null,
    track_stock: true,
    unit: null,
    created_at: moment,
    updated_at: moment,
    ...part,
  }) as SyncRecord;
const mug = {
  id: 'mug',
  sku: 'MUG',
  name: 'Mug',
  price: 4,
  tax_rate: null,
  parent_id: null,
  is_active: true,
  barcode: '4006381333931',
};

test('stores only the fields that a till needs, and no cost', () => {
  assert.deepEqual(changesOf([record({})]), { put: [mug], remove: [] });
});

test('omits the barcode of a product without one, so that the index skips it', () => {
  const [row] = changesOf([record({ barcode: null })]).put;
  assert.ok(row !== undefined && !('barcode' in row));
});

test('removes a deleted product, and keeps an inactive one as inactive', () => {
  const changes = changesOf([{ kind: 'product', id: 'cup', deleted: true }, record({ status: 'inactive' })]);
  assert.deepEqual(changes, { put: [{ ...mug, is_active: false }], remove: ['cup'] });
});

test('uses the last of several records with the same id', () => {
  const gone: SyncRecord = { kind: 'product', id: 'mug', deleted: true };
  assert.deepEqual(changesOf([record({}), gone]), { put: [], remove: ['mug'] });
  assert.deepEqual(changesOf([gone, record({ price: 5 })]), { put: [{ ...mug, price: 5 }], remove: [] });
});

test('ignores records of other kinds, even with the id of a product', () => {
  assert.deepEqual(changesOf([{ kind: 'category', id: 'mug', deleted: true }]), { put: [], remove: [] });
});

test('rejects values that are not rows', () => {
  assert.ok(isRow(mug));
  assert.ok(isRow({ ...mug, barcode: undefined, tax_rate: 7, parent_id: 'set' }));
  const broken = [
    null,
    7,
    'mug',
    {},
    { ...mug, price: '4' },
    { ...mug, price: Number.NaN },
    { ...mug, name: undefined },
  ];
  for (const value of [...broken, { ...mug, is_active: 1 }, { ...mug, parent_id: undefined }, { ...mug, barcode: 7 }])
    assert.ok(!isRow(value), JSON.stringify(value));
});
