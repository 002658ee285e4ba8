import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCustomer, aProduct, aShop } from '../shop.ts';
import { openBackOffice } from './back-office.ts';

/** The amounts and times that pages name are those that the service records and prints. */

const { visit, app } = await openBackOffice();
const shop = await aShop(app, { currency: 'CHF', timezone: 'Europe/Zurich' });
const owner = { email: 'owner1@example.com', password: 'correct horse battery' };
const settings = { cash_rounding: 0.05, point_value: 0.01, loyalty_rate: 100 };
assert.equal((await shop.owner.put('/merchant', settings)).status, 200);
const roll = await aProduct(shop, { name: 'Roll', price: 4.33 });
const francs = (amount: string) => `CHF\u00a0${amount}`;

const sell = async (fields: object) => {
  const items = [{ product_id: roll.id, quantity: 1 }];
  const { status, text, body } = await shop.owner.post('/transactions', { items, ...fields });
  assert.equal(status, 201, text);
  return body.data;
};
const openSale = async ({ id, transaction_code }: { id: string; transaction_code: string }) => {
  const visited = await visit();
  await visited.openSignedIn(owner, `/sales/${id}`);
  await visited.page.getByRole('heading', { name: transaction_code }).waitFor();
  return visited;
};

test('a parked sale that changes while its payment is taken is not charged at another total than shown', async () => {
  const parked = await sell({ status: 'pending' });
  const path = `/transactions/${parked.id}`;
  const { page, isQuiet } = await openSale(parked);
  await page.getByRole('button', { name: 'Take payment' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(francs('4.35')).waitFor();
  await page.route(
    `**/api/v1${path}/complete`,
    async (route) => {
      const more = { items: [{ product_id: roll.id, quantity: 2 }] };
      assert.equal((await shop.owner.put(path, more)).status, 200);
      await route.continue();
    },
    { times: 1 },
  );
  await dialog.getByRole('button', { name: 'Take payment' }).click();
  await dialog.getByRole('alert').getByText('The sale has changed meanwhile').waitFor();
  assert.equal((await shop.owner.get(path)).body.data.status, 'pending');
  await dialog.getByText(francs('8.65')).waitFor();
  await dialog.getByRole('button', { name: 'Take payment' }).click();
  await page.getByText(`${parked.transaction_code} paid`).waitFor();
  assert.equal((await shop.owner.get(path)).body.data.total_amount, 8.66);
  isQuiet(/status of 422/);
});

test('a void names the money that the customer gets back: rounded cash, and nothing that points paid', async () => {
  const { id: customer_id } = await aCustomer(shop);
  await sell({ customer_id, payment_method: 'card' });
  const points = { method: 'points', amount: 2 };
  for (const [sale, amount] of [
    [await sell({ payment_method: 'cash' }), '4.35'],
    [await sell({ customer_id, payments: [points, { method: 'card', amount: 2.33 }] }), '2.33'],
  ] as const) {
    const { page, isQuiet } = await openSale(sale);
    await page.getByRole('button', { name: 'Void' }).click();
    await page
      .getByRole('dialog')
      .getByText(`The customer gets ${francs(amount)} back`)
      .waitFor();
    isQuiet();
  }
});

const lima = (await shop.owner.post('/branches', { name: 'Lima', timezone: 'America/Lima' })).body.data.id;
await shop.owner.put('/merchant', { allow_negative_stock: true });

test('a receipt has the time on the clock of its branch, as the receipt of the service', async () => {
  app.clock.freeze('2026-03-02T02:30:00.000Z');
  const sale = await sell({ payment_method: 'card', branch_id: lima });
  const { page, isQuiet } = await openSale(sale);
  await page
    .locator('.receipt')
    .getByText(/Mar 1, 2026.*9:30/)
    .waitFor();
  isQuiet();
});

test('a closure has its times on the clock of its branch, as its business day', async () => {
  app.clock.freeze('2026-03-02T02:30:00.000Z');
  const { id: register_id } = (await shop.owner.post('/registers', { name: 'Lima 1', branch_id: lima })).body.data;
  const { id } = (await shop.owner.post('/shifts', { register_id, counted_float: 0 })).body.data;
  const counted = [{ method: 'cash', amount: 0 }];
  assert.equal((await shop.owner.post(`/shifts/${id}/count`, { counted })).status, 200);
  const closure = (await shop.owner.post(`/shifts/${id}/close`, {})).body.data;
  assert.equal(closure.business_day, '2026-03-01');
  const recounted = await shop.owner.post(`/closures/${closure.id}/recounts`, { counted, reason: 'Again' });
  assert.equal(recounted.status, 201, recounted.text);
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, `/shifts/closures/${closure.id}`);
  await page.getByText('Again', { exact: true }).waitFor();
  const texts = String(await page.evaluate('document.querySelector("main").innerText'));
  // Opened, closed and recounted.
  assert.equal(texts.match(/Mar 1, 2026.*9:30/g)?.length, 3, texts);
  isQuiet();
});
