import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askFor } from '../approvals.ts';
import { aProduct, aSession, aShop } from '../shop.ts';
import { addMember } from '../staff.ts';
import { openBackOffice } from './back-office.ts';

const { visit, app } = await openBackOffice();
const shop = await aShop(app, { currency: 'EUR' });
const password = 'another long password';
const people = { mia: 'manager', cass: 'cashier' } as const;
for (const [name, role] of Object.entries(people))
  await addMember(shop.owner, app.anonymous, { email: `${name}@example.com`, password, name, role });
const owner = {
  email: (await shop.owner.get('/auth/me')).body.data.email as string,
  password: 'correct horse battery',
};
const mug = await aProduct(shop, { name: 'Mug', price: 8.2, stock: 10 });
const sold = await shop.owner.post('/transactions', {
  items: [{ product_id: mug.id, quantity: 1 }],
  payment_method: 'cash',
});
const cashier = await aSession(app, 'cass@example.com', password);
await askFor(cashier, { action: 'refund', path: `/transactions/${sold.body.data.id}/refund`, body: { amount: 5 } });
await app.admin.query(
  `insert into mails (id, merchant_id, kind, state, next_attempt_at, expires_at, finished_at, error, created_at)
   values (gen_random_uuid(), $1, 'receipt', 'failed', now(), now(), now(), 'The mail server answered 550', now())`,
  [shop.merchant_id],
);
const { storage } = app.fastify.services;
const { readSpace } = storage;
const leave = (free_mib: number) =>
  Object.assign(storage, { readSpace: async () => ({ free_bytes: free_mib * 2 ** 20, total_bytes: 100 * 2 ** 30 }) });

test('an owner sees approvals, failed jobs and a disk that fills up among what is open', async (t) => {
  t.after(() => Object.assign(storage, { readSpace }));
  leave(900);
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, '/');
  await page.getByText('The disk is almost full. Soon pictures and files cannot be stored.').waitFor();
  await page.getByRole('link', { name: '1 approval' }).waitFor();
  await inspect('a dashboard with open approvals, failed jobs and a full disk');
  leave(100);
  await page.reload();
  await page.getByText('The disk is almost full: pictures and files are not stored. Sales go on.').waitFor();
  leave(10_000);
  await page.reload();
  await page.getByRole('link', { name: '1 background job failed' }).click();
  await page.getByText('The mail server answered 550').waitFor();
  await page.goBack();
  assert.equal(await page.getByText(/disk/).count(), 0);
  await page.getByRole('link', { name: '1 approval' }).click();
  await page.getByRole('heading', { name: 'Approvals', exact: true }).waitFor();
  isQuiet();
});

test('a manager sees approvals, but neither jobs nor the disk', async (t) => {
  t.after(() => Object.assign(storage, { readSpace }));
  leave(100);
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn({ email: 'mia@example.com', password }, '/');
  await page.getByRole('link', { name: '1 approval' }).waitFor();
  assert.equal(await page.getByText(/disk|background job/).count(), 0);
  isQuiet();
});
