import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digestTables, load, upload } from '../../../../test/files.ts';
import { aProduct, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp, testTimeouts } from '../../../../test/test-app.ts';
import { maintenanceTasks } from '../../app/app.ts';
import { newId } from '../../core/ids.ts';
import { runMaintenance } from '../../platform/maintenance/maintenance.ts';
import { countTasks } from '../../platform/workers/pool.ts';

const app = await createTestApp();
const shop = await aShop(app);

test('an import can be read by its id, which the client may choose', async () => {
  const import_id = newId();
  const answer = await load(shop, 'sku,name,price\nF1,Followed,1\nF2,,1', {
    import_id,
    name: '../../etc/stock\x07.csv',
  });
  assert.deepEqual([answer.status, answer.id, answer.headers['x-import-id']], [200, import_id, import_id]);
  const { body, status } = await shop.owner.get(`/inventory/imports/${import_id}`);
  const { started_at, finished_at, ...progress } = body.data;
  assert.equal(status, 200);
  assert.ok(started_at <= finished_at);
  assert.deepEqual(progress, {
    id: import_id,
    kind: 'products',
    undo: 'possible',
    file_name: 'stock.csv',
    status: 'done',
    total: 2,
    done: 2,
    imported: 1,
    failed: 1,
    errors: [{ row: 3, message: 'name: is required for a new product' }],
  });
  const unnamed = await load(shop, 'sku\nF1');
  assert.equal(unnamed.headers['x-import-id'], unnamed.id);
  const listed = await shop.owner.get('/inventory/imports?limit=2');
  assert.deepEqual(
    listed.body.data.map(({ id }: { id: string }) => id),
    [unnamed.id, import_id],
  );
});

test('only permitted roles of the same merchant see imports', async () => {
  const { id } = await load(shop, 'sku\nF1');
  for (const path of ['/inventory/imports', `/inventory/imports/${id}`]) {
    assert.equal((await (await aStaffMember(shop, 'cashier')).get(path)).status, 403);
  }
  const otherShop = await aShop(app);
  assert.equal((await otherShop.owner.get(`/inventory/imports/${id}`)).status, 404);
  assert.equal((await otherShop.owner.get('/inventory/imports')).body.meta.total, 0);
});

test('replays the response for a repeated id, and rejects the id with another file', async () => {
  const product = await aProduct(shop, { sku: 'AGAIN', stock: 1 });
  const import_id = newId();
  const first = await upload(shop, `import?import_id=${import_id.toUpperCase()}`, 'sku,stock\nAGAIN,5');
  await shop.owner.post('/inventory/adjustment', { product_id: product.id, type: 'out', quantity: 2 });
  const again = await upload(shop, `import?import_id=${import_id.toUpperCase()}`, 'sku,stock\nAGAIN,5');
  assert.deepEqual([again.id, again.body, again.headers['idempotent-replayed']], [import_id, first.body, 'true']);
  assert.equal((await shop.owner.get(`/products/${product.id}`)).body.data.stock, 3);
  const other = await upload(shop, `import?id=${import_id}`, 'sku,stock\nAGAIN,6');
  assert.deepEqual([other.status, other.body.error.code], [422, 'IDEMPOTENCY_CONFLICT']);
  await app.admin.query('delete from idempotency_keys where merchant_id = $1', [shop.merchant_id]);
  const late = await upload(shop, `import?id=${import_id}`, 'sku,stock\nAGAIN,6');
  assert.deepEqual(
    [late.status, late.body.error.code, late.body.error.details[0].field],
    [422, 'DUPLICATE', 'import_id'],
  );
  assert.equal(countTasks(), 0, 'no thread waits to read the file');
});

test('a rejected file leaves no thread that waits to read it', async () => {
  for (const path of ['import', 'import/columns', 'import/validate'])
    for (const [csv, fields] of [
      ['sku', {}],
      ['colour\nred', {}],
      ['sku,stock\nF1,5', { warehouse_id: newId() }],
    ] as const) {
      await upload(shop, path, csv, { fields });
      assert.equal(countTasks(), 0, `${path} ${csv}`);
    }
});

test('rejects an invalid id in the query and in the form', async () => {
  for (const path of ['import?import_id=7', 'import?id=x'])
    assert.equal((await upload(shop, path, 'sku\nF1')).status, 422, path);
  const inForm = await load(shop, 'sku\nF1', { import_id: 'x' });
  assert.deepEqual([inForm.status, inForm.body.error.details[0].field], [422, 'import_id']);
  const two = await upload(shop, `import?id=${newId()}`, 'sku\nF1', { import_id: newId() });
  assert.deepEqual([two.status, two.body.error.details[0].field], [422, 'import_id']);
});

test('only one of two concurrent imports with one key runs', async () => {
  const product = await aProduct(shop, { sku: 'ONCE', stock: 1 });
  const rows = ['ONCE,2', ...Array.from({ length: 1_499 }, (_, at) => `NONE${at},1`)].join('\n');
  const answers = await Promise.all([1, 2].map(() => load(shop, `sku,stock\n${rows}`, { key: 'at once' })));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))].sort(), [200, 503]);
  const again = await load(shop, `sku,stock\n${rows}`, { key: 'at once' });
  assert.deepEqual([again.status, again.body.success, again.headers['idempotent-replayed']], [200, 1, 'true']);
  const { meta } = (await shop.owner.get(`/inventory/movements?product_id=${product.id}&type=import`)).body;
  assert.equal(meta.total, 1);
});

test('an interrupted import has the status interrupted, and can be repeated', async () => {
  const import_id = newId();
  await app.admin.query(
    `insert into imports (merchant_id, id, user_id, file_name, status, total, done, started_at, seen_at)
     values ($1, $2, $3, 'cut.csv', 'running', 9, 4, $4::timestamptz - interval '2 minutes', $4::timestamptz - interval '1 minute')`,
    [shop.merchant_id, import_id, shop.owner_id, app.clock.now()],
  );
  assert.equal((await shop.owner.get(`/inventory/imports/${import_id}`)).body.data.status, 'interrupted');
  assert.equal((await load(shop, 'sku\nF1', { import_id })).status, 200);
  const { status, total, done } = (await shop.owner.get(`/inventory/imports/${import_id}`)).body.data;
  assert.deepEqual([status, total, done], ['done', 1, 1]);
});

test('an import that cannot continue fails, and the rows before stay imported', async () => {
  // Only this test holds a lock, so a short timeout is sufficient.
  const shortTimeoutApp = await createTestApp({ timeouts: { ...testTimeouts, lock_ms: 2_000 } });
  const shop = await aShop(shortTimeoutApp);
  const product = await aProduct(shop, { sku: 'HELD' });
  const holder = await shortTimeoutApp.admin.connect();
  const import_id = newId();
  const rows = Array.from({ length: 1_000 }, (_, at) => `L${at},Landed,1`);
  const csv = ['sku,name,price', ...rows, 'HELD,Renamed,1'].join('\n');
  try {
    await holder.query('begin');
    await holder.query('select from products where merchant_id = $1 and id = $2 for update', [
      shop.merchant_id,
      product.id,
    ]);
    assert.equal((await load(shop, csv, { import_id })).status, 503);
    const { status, total, done } = (await shop.owner.get(`/inventory/imports/${import_id}`)).body.data;
    assert.deepEqual([status, total, done], ['failed', 1_001, 1_000]);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  assert.deepEqual((await load(shop, csv, { import_id })).body, { success: 1_001, failed: 0, errors: [] });
});

test('keeps imports for thirty days', async () => {
  const { id } = await load(shop, 'sku\nF1');
  const { seen_at } =
    (await app.admin.query<{ seen_at: Date }>('select seen_at from imports where id = $1', [id])).rows[0] ?? {};
  const age = (hours: number) =>
    app.admin.query(`update imports set seen_at = $2 where id = $1`, [
      id,
      new Date(Number(seen_at) - hours * 3_600_000),
    ]);
  await age(30 * 24 - 1);
  await runMaintenance(app.fastify.services, maintenanceTasks);
  assert.equal((await shop.owner.get(`/inventory/imports/${id}`)).status, 200);
  await age(30 * 24 + 1);
  await runMaintenance(app.fastify.services, maintenanceTasks);
  assert.equal((await shop.owner.get(`/inventory/imports/${id}`)).status, 404);
});

test('sales continue during an import', async () => {
  const sellingShop = await aShop(app);
  const products = await Promise.all([1, 2, 3].map((at) => aProduct(sellingShop, { sku: `BUSY${at}`, stock: 100 })));
  const rows = Array.from({ length: 3_000 }, (_, at) =>
    at % 1_000 === 0 ? `BUSY${at / 1_000 + 1},Busy,2,100` : `B${at},New,1,5`,
  );
  const sell = async () => {
    for (const { id } of [...products, ...products].toReversed()) {
      const items = products.map((product) => ({ product_id: product.id, quantity: 1 }));
      const sale = await sellingShop.owner.post('/transactions', {
        items: [...items, { product_id: id, quantity: 1 }],
        payment_method: 'cash',
      });
      assert.equal(sale.status, 201, sale.text);
    }
  };
  const [imported] = await Promise.all([
    load(sellingShop, ['sku,name,price,stock', ...rows].join('\n')),
    sell(),
    sell(),
    sell(),
  ]);
  assert.deepEqual(imported.body, { success: 3_000, failed: 0, errors: [] });
});

test('two concurrent files with the same new products import every row and create each product once', async () => {
  const both = await aShop(app);
  const rows = Array.from({ length: 600 }, (_, at) => `T${at},Twin,1,${at % 9},K${at % 5}`);
  const fileOf = (list: string[]) => ['sku,name,price,stock,category', ...list].join('\n');
  const answers = await Promise.all([load(both, fileOf(rows)), load(both, fileOf(rows.toReversed()))]);
  for (const { body } of answers) assert.deepEqual(body, { success: 600, failed: 0, errors: [] });
  assert.equal((await both.owner.get('/products')).body.meta.total, 600);
});

test('a dry run checks the whole file and finds every row that an import rejects', async () => {
  const whole = await aShop(app);
  await aProduct(whole, { sku: 'FREES', barcode: 'FREED' });
  const rows = Array.from({ length: 1_500 }, (_, at) => `W${at},Whole,1,${at === 0 || at === 1_400 ? 'TWICE' : ''}`);
  const csv = ['sku,name,price,barcode', 'FREES,,,', ...rows, 'LAST,Takes over,1,FREED', 'W0,,,TWICE'].join('\n');
  const before = await digestTables(whole);
  const checked = await upload(whole, 'import/validate', csv);
  assert.deepEqual(checked.body.errors, [
    'row 1403: barcode: This barcode is already in use',
    'row 1504: sku: is also in row 3',
  ]);
  assert.deepEqual(await digestTables(whole), before);
  const imported = await load(whole, csv);
  assert.deepEqual(
    imported.body.errors.map(({ row, message }: { row: number; message: string }) => `row ${row}: ${message}`),
    checked.body.errors,
  );
  assert.equal(imported.body.success, 1_501);
});

test('two concurrent files that change different columns of the same products change both', async () => {
  const rows = (header: string, value: (number: number) => string) =>
    [header, ...Array.from({ length: 300 }, (_, number) => `BOTH-${number},${value(number)}`)].join('\n');
  await load(
    shop,
    rows('sku,name,price', (number) => `Before ${number},1`),
  );
  for (let round = 1; round <= 2; round += 1) {
    const answers = await Promise.all([
      load(
        shop,
        rows('sku,price', () => `${round * 7}`),
      ),
      load(
        shop,
        rows('sku,name', (number) => `After ${round} ${number}`),
      ),
    ]);
    for (const { status, body } of answers) assert.deepEqual([status, body.failed], [200, 0]);
    const { rows: kept } = await app.admin.query(
      `select count(*)::int as both from products where merchant_id = $1 and sku like 'BOTH-%' and price = $2 and name like $3`,
      [shop.merchant_id, round * 700, `After ${round} %`],
    );
    assert.equal(kept[0].both, 300);
  }
});
