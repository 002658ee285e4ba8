import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReceiptSale } from '../sales/receipt.tsx';
import { openSoldStorage } from './sold-storage.ts';

const sale = { id: 'sale', change: 12 } as ReceiptSale;

function createDevice() {
  const device = { now: 1_000, texts: new Map<string, string>() };
  const storage = {
    getItem: (key: string) => device.texts.get(key) ?? null,
    setItem: (key: string, text: string) => void device.texts.set(key, text),
    removeItem: (key: string) => void device.texts.delete(key),
  };
  const openFor = (owner: string) =>
    openSoldStorage(() => storage, { merchant_id: 'shop', owner, now: () => device.now });
  return Object.assign(device, { openFor });
}

test('keeps the last sale of an owner for ten minutes, until the next one begins', () => {
  const device = createDevice();
  device.openFor('cass').save(sale);
  assert.deepEqual([device.openFor('cass').load(), device.openFor('max').load()], [sale, undefined]);
  device.now += 599_000;
  assert.deepEqual(device.openFor('cass').load(), sale);
  device.now += 1_000;
  assert.equal(device.openFor('cass').load(), undefined);
  device.openFor('cass').save(sale);
  device.openFor('cass').save(undefined);
  assert.equal(device.openFor('cass').load(), undefined);
  assert.equal(device.texts.size, 0);
});

test('ignores what it cannot read, and works without storage', () => {
  const device = createDevice();
  for (const text of ['{', '3', '{"version":2,"at":1000,"sale":{}}', '{"version":1,"sale":{}}']) {
    device.texts.set('tillhouse.sold.shop.cass', text);
    assert.equal(device.openFor('cass').load(), undefined, text);
  }
  const blocked = openSoldStorage(
    () => {
      throw new Error('blocked');
    },
    { merchant_id: 'shop', owner: 'cass', now: () => 1 },
  );
  blocked.save(sale);
  assert.equal(blocked.load(), undefined);
});
