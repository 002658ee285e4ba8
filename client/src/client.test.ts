import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aFetch, aSignedInClient, noWaiting, refused } from '../../test/api-client.ts';
import { createTestApp } from '../../test/test-app.ts';
import { type Client, type ClientOptions, createClient, TillhouseError } from './client.ts';

const app = await createTestApp();
const baseUrl = await app.fastify.listen({ host: '127.0.0.1', port: 0 });
const aTill = (options?: Partial<ClientOptions>) => aSignedInClient(baseUrl, options);

const aProduct = async (till: Client, sku = 'TEA-1', stock = 10) =>
  (await till.createProduct({ body: { sku, name: `Tea ${sku}`, price: 4, stock } })).data;

test('repeats a sale with the same key after a lost response, and records it once', async () => {
  let lost = 0;
  const wire = aFetch(async ({ path }, answer) => {
    const response = await answer();
    if (path !== '/transactions' || ++lost > 2) return response;
    throw new TypeError('the connection was lost');
  });
  const till = await aTill({ fetch: wire.fetch });
  const tea = await aProduct(till);
  const { data: sale } = await till.createTransaction({
    body: { items: [{ product_id: tea.id, quantity: 3 }], payment_method: 'cash' },
  });
  assert.equal(sale.total_amount, 12);
  const keys = wire.to('/transactions').map(({ key }) => key);
  assert.equal(keys.length, 3);
  assert.ok(keys[0] !== null && keys.every((key) => key === keys[0]));
  assert.equal((await till.getProduct({ path: { id: tea.id } })).data.stock, 7);
  assert.equal((await till.listTransactions()).meta.total, 1);
});

test('writes a stock once, not over the sales since, after a lost response', async () => {
  let lost = 0;
  const wire = aFetch(async ({ method }, answer) => {
    const response = await answer();
    if (method !== 'PUT' || lost === 1) return response;
    lost += 1;
    const items = [{ product_id: tea.id, quantity: 3 }];
    await till.createTransaction({ body: { items, payment_method: 'cash' } });
    throw new TypeError('the connection was lost');
  });
  const till: Client = await aTill({ fetch: wire.fetch });
  const tea = await aProduct(till);
  const changed = await till.updateProduct({ path: { id: tea.id }, body: { stock: 8 } });
  assert.deepEqual([changed.data.stock, lost, wire.to(`/products/${tea.id}`).length], [8, 1, 2]);
  assert.equal((await till.getProduct({ path: { id: tea.id } })).data.stock, 5);
});

test('returns the same response for the caller’s key after a restart', async () => {
  const till = await aTill();
  const { id } = await aProduct(till);
  const call = {
    body: { items: [{ product_id: id, quantity: 1 }], payment_method: 'cash' as const },
    idempotencyKey: 'till-1-0001',
  };
  assert.deepEqual(await till.createTransaction(call), await till.createTransaction(call));
});

test('gives up on a service that does not answer', async () => {
  let isDown = false;
  const wire = aFetch((_, answer) => (isDown ? Promise.reject(new TypeError('no route')) : answer()));
  const waits: number[] = [];
  const till = await aTill({ fetch: wire.fetch, ...noWaiting(waits), retry: { tries: 3 } });
  isDown = true;
  await assert.rejects(till.listBranches(), refused('NO_ANSWER', { status: 0 }));
  assert.equal(wire.to('/branches').length, 3);
  assert.equal(waits.length, 2);
  await assert.rejects(till.patchMerchant({ body: { name: 'Twice' } }), refused('NO_ANSWER'));
  const keys = wire.to('/merchant').map(({ key }) => key);
  assert.deepEqual([keys.length, new Set(keys).size], [3, 1]);
});

test('retries temporary failures, and no rejections', async () => {
  let attempts = 0;
  const wire = aFetch((_, answer) =>
    ++attempts === 3 ? Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 })) : answer(),
  );
  const till = await aTill({ fetch: wire.fetch });
  assert.equal((await till.listBranches()).data.length, 1);
  assert.equal(wire.to('/branches').length, 2);
  const missing = '019078d0-0000-7000-8000-000000000000';
  await assert.rejects(till.getProduct({ path: { id: missing } }), refused('NOT_FOUND', { status: 404, details: [] }));
  assert.equal(wire.to(`/products/${missing}`).length, 1);
});

test('an error has code, fields and request id', async () => {
  const till = await aTill();
  const { id } = await aProduct(till, 'TEA-2', 2);
  const sale = till.createTransaction({ body: { items: [{ product_id: id, quantity: 3 }], payment_method: 'cash' } });
  await assert.rejects(
    sale,
    refused('INSUFFICIENT_STOCK', {
      status: 422,
      details: [{ field: 'items[0].quantity', message: 'only 2 available' }],
    }),
  );
  const error: unknown = await sale.catch((thrown: unknown) => thrown);
  assert.ok(error instanceof TillhouseError && error.requestId !== undefined && error.requestId !== '');
  const anonymous = createClient({ baseUrl });
  await assert.rejects(
    anonymous.signIn({ email: 'unknown@example.com', password: 'any password' }),
    refused('INVALID_CREDENTIALS'),
  );
  await assert.rejects(anonymous.listProducts(), refused('UNAUTHENTICATED', { status: 401 }));
});

test('an iterator returns every row of every page once', async () => {
  const wire = aFetch();
  const till = await aTill({ fetch: wire.fetch });
  for (let made = 1; made <= 45; made += 1) await aProduct(till, `TEA-${String(made).padStart(2, '0')}`);
  wire.sent.length = 0;
  const skus = await Array.fromAsync(
    till.each('listProducts', { query: { limit: 20, sort: 'sku' } }),
    ({ sku }) => sku,
  );
  assert.deepEqual(
    skus,
    Array.from({ length: 45 }, (_, at) => `TEA-${String(at + 1).padStart(2, '0')}`),
  );
  assert.equal(wire.sent.length, 3);
  const records = await Array.fromAsync(till.each('listInventory', { query: { view: 'records', limit: 20 } }));
  assert.equal(records.length, 45);
  for await (const { sku } of till.each('listProducts', { query: { limit: 20, sort: 'sku' } }))
    if (sku === 'TEA-03') break;
  assert.equal(wire.sent.length, 7);
});

test('sends a picture as a form', async () => {
  const till = await aTill();
  const { id } = await aProduct(till);
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const { data } = await till.addProductImage({
    path: { id },
    body: { file: new Blob([Buffer.from(pixel, 'base64')]) },
  });
  assert.equal(data.images.length, 1);
});

test('imports and exports files, and downloads them by their links', async () => {
  const till = await aTill();
  await aProduct(till);
  const file = new Blob(['sku,name,price\nMUG-1,Mug,6.5\nMUG-2,Mug,free\n']);
  const checked = await till.validateImport({ body: { file } });
  assert.deepEqual([checked.valid, checked.errors], [false, ['row 3: price: must be a number']]);
  const { success, failed } = await till.importRecords({ body: { file } });
  assert.deepEqual([success, failed], [1, 1]);
  const list = await till.exportRecords({ query: { format: 'csv', sort_by: 'sku' } });
  assert.match(list.type, /^text\/csv/);
  assert.match(await list.text(), /MUG-1,Mug,6\.50?,[\s\S]*TEA-1/);
  const { data: link } = await till.exportReport({ body: { report_type: 'products', format: 'csv' } });
  assert.match(await (await till.download(link.download_url)).text(), /MUG-1/);
  await assert.rejects(till.download(`${link.download_url}x`), refused('NOT_FOUND', { status: 404 }));
  await assert.rejects(
    till.exportRecords({ query: { format: 'csv', status: 'lost' as 'active' } }),
    refused('VALIDATION_ERROR'),
  );
});

test('an aborted call throws the signal’s reason at once', async () => {
  const aborting = new AbortController();
  const wire = aFetch(({ path }, answer) =>
    path === '/branches' ? Promise.reject(new TypeError('no route')) : answer(),
  );
  // Real waits are longer than the time limit of a test, so that only the signal can end the call.
  const { wait } = await import('./wait.ts');
  const till = await aTill({
    fetch: wire.fetch,
    wait,
    retry: { first_wait_ms: 600_000, longest_wait_ms: 600_000, total_ms: 9_000_000 },
  });
  const call = till.listBranches({ signal: aborting.signal });
  setImmediate(() => aborting.abort(new Error('the customer left')));
  await assert.rejects(call, /the customer left/);
  await assert.rejects(till.listProducts({ signal: AbortSignal.abort(new Error('cancelled')) }), /cancelled/);
});

test('sends the merchant that the caller names', async () => {
  const owner = await aTill();
  const { data: me } = await owner.getCurrentUser();
  const colleague = { email: 'colleague@example.com', password: 'a good long password' };
  const till = createClient({ baseUrl });
  await till.register({ body: { ...colleague, name: 'Col' } });
  await till.signIn(colleague);
  const other_merchant = { merchantId: me.merchant_id };
  await assert.rejects(till.getCurrentUser(other_merchant), refused('FORBIDDEN', { status: 403 }));
  const invitation = { email: colleague.email, name: 'Col', role: 'cashier', send: 'link' } as const;
  const { invitation_link } = (await owner.inviteColleague({ body: invitation })).data;
  await till.acceptInvitation({ body: { token: invitation_link?.split('token=')[1] ?? '' } });
  assert.equal((await till.getCurrentUser(other_merchant)).data.role, 'cashier');
  assert.equal((await till.getCurrentUser()).data.role, 'owner');
  const otherClient = createClient({ baseUrl, ...other_merchant });
  await otherClient.signIn(colleague);
  assert.equal((await otherClient.getCurrentUser()).data.merchant_id, me.merchant_id);
});
