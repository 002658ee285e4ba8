import assert from 'node:assert/strict';
import { aProduct, aShop, aStaffMember, type Shop } from './shop.ts';
import type { TestApp } from './test-app.ts';

const instants = {
  /** 01:30 on Tuesday in Jakarta, 08:30 on Monday in Honolulu. */
  monday: '2026-03-02T18:30:00Z',
  tuesday: '2026-03-03T19:00:00Z',
};

/** A shop with two branches in two time zones, and sales, discounts, refunds and a void of two people. */
export async function aShopWithSales(app: TestApp) {
  app.clock.set('2026-03-01T00:00:00Z');
  const shop = await aShop(app, { timezone: 'Asia/Jakarta' });
  await shop.owner.put('/merchant', { tax_mode: 'exclusive', tax_rate: 10, allow_custom_items: true });
  const { id: honolulu } = (await shop.owner.post('/branches', { name: 'Honolulu', timezone: 'Pacific/Honolulu' })).body
    .data;
  await shop.owner.put('/merchant', { allow_negative_stock: true });
  const tea = await aProduct(shop, { name: 'Tea', price: 10, cost: 4, category: 'Drinks' });
  const cup = await aProduct(shop, { name: 'Cup', price: 5, cost: 2, tax_rate: 5 });
  const shirt = await aProduct(shop, { name: 'Shirt', price: 20, cost: 0, category: 'Clothes' });
  const variant = await shop.owner.post(`/products/${shirt.id}/variants`, {
    sku: 'RED',
    name: 'Red',
    price: 21,
    cost: 7,
  });
  const red = variant.body.data;
  const manager = await aStaffMember(shop, 'manager');
  const sell = async (caller: Shop['owner'], fields: object): Promise<string> => {
    const sold = await caller.post('/transactions', { payment_method: 'cash', ...fields });
    assert.equal(sold.status, 201, sold.text);
    return sold.body.data.id;
  };
  const refund = async (caller: Shop['owner'], sale: string, fields: object): Promise<void> => {
    const refunded = await caller.post(`/transactions/${sale}/refund`, fields);
    assert.equal(refunded.status, 201, refunded.text);
  };
  const of = ({ id }: { id: string }, quantity = 1, fields: object = {}) => ({ product_id: id, quantity, ...fields });
  app.clock.set(instants.monday);
  const first = await sell(shop.owner, { items: [of(tea, 2, { discount: 1 }), of(cup, 3)], discount: 2.5 });
  await sell(manager, { items: [of(red, 2)], branch_id: honolulu, discount: { percent: 10 } });
  await sell(manager, { items: [{ name: 'Mended', price: 7.77, quantity: 1, tax_rate: 20 }, of(tea)] });
  const voided = await sell(manager, { items: [of(tea, 5), of(red)] });
  const parked = await shop.owner.post('/transactions', { items: [of(tea)], status: 'pending' });
  assert.equal((await shop.owner.post(`/transactions/${voided}/void`, { reason: 'Wrong price' })).status, 200);
  assert.equal((await shop.owner.post(`/transactions/${parked.body.data.id}/void`, {})).status, 200);
  app.clock.set(instants.tuesday);
  await refund(manager, first, { items: [of(tea)], reason: 'Cold' });
  await refund(shop.owner, first, { amount: 1.23 });
  const late = await sell(manager, { items: [of(cup, 4)], branch_id: honolulu, occurred_at: instants.monday });
  await refund(manager, late, { items: [of(cup, 2)], amount: 3, restock: false });
  return { shop, honolulu, tea, cup, red, manager, first, voided };
}
