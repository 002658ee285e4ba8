import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load, upload } from '../../../../test/files.ts';
import { aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;

/** One product in its forms of 8, 12, 13 and 14 digits. */
const [ean8, upc, ean13, gtin] = ['96385074', '000096385074', '0000096385074', '00000096385074'] as const;
const tea = await aProduct(shop, { name: 'Tea', sku: 'TEA', barcode: upc });
const mug = await aProduct(shop, { name: 'Mug', sku: 'MUG', barcode: '4006381333931' });

const taken = [{ field: 'barcode', message: 'This barcode is already in use' }];

/** A product that has an equal barcode from before such barcodes were refused. */
async function anEqualOne(barcode: string): Promise<{ id: string; sku: string }> {
  const product = await aProduct(shop);
  await app.admin.query('update products set barcode = $1 where merchant_id = $2 and id = $3', [
    barcode,
    shop.merchant_id,
    product.id,
  ]);
  return product as { id: string; sku: string };
}

test('finds a product by its barcode with other leading zeros', async () => {
  for (const barcode of [ean8, upc, ean13, gtin]) {
    const { data } = (await owner.get(`/products?barcode=${barcode}`)).body;
    assert.deepEqual(
      data.map(({ id }: { id: string }) => id),
      [tea.id],
      barcode,
    );
    assert.equal((await owner.get(`/lookup?code=${barcode}`)).body.data.sellable.id, tea.id, barcode);
  }
});

test('a deleted product hides none that has its barcode now, with the same leading zeros or others', async () => {
  const idsOf = async (barcode: string) =>
    (await owner.get(`/products?barcode=${barcode}`)).body.data.map(({ id }: { id: string }) => id);
  const forms = ['4012345678901', '04012345678901'] as const;
  for (const barcode of [...forms, forms[0]]) {
    const product = await aProduct(shop, { barcode });
    for (const form of forms) assert.deepEqual(await idsOf(form), [product.id], `${form} of ${barcode}`);
    assert.equal((await owner.delete(`/products/${product.id}`)).status, 200);
    for (const form of forms) assert.deepEqual(await idsOf(form), [], `${form} of none`);
  }
});

test('refuses a barcode that another product has with other leading zeros', async () => {
  for (const barcode of [ean8, upc, ean13, gtin]) {
    const fields = { name: 'New', sku: `NEW-${barcode}`, price: 1, barcode };
    for (const answer of [
      await owner.post('/products', fields),
      await owner.post(`/products/${mug.id}/variants`, fields),
      await owner.put(`/products/${mug.id}`, { barcode }),
    ])
      assert.deepEqual([answer.status, answer.body.error.code, answer.body.error.details], [422, 'DUPLICATE', taken]);
  }
  const other = await aProduct(shop, { barcode: '96385075' });
  assert.equal((await owner.put(`/products/${other.id}`, { barcode: '096385074' })).status, 200, 'nine digits');
});

test('a product keeps its barcode, and may write it with other leading zeros', async () => {
  for (const barcode of [upc, ean13, null, upc])
    assert.equal((await owner.put(`/products/${tea.id}`, { barcode })).status, 200);
});

test('a row of a file needs a barcode that no other product has, nor an earlier row', async () => {
  const file = `sku,name,price,barcode\nF-1,One,1,${gtin}\nF-2,Two,1,5901234123457\nF-3,Three,1,05901234123457\nTEA,Tea,2,${ean13}\n`;
  const [one, three] = [
    'row 2: barcode: This barcode is already in use',
    'row 4: barcode: This barcode is already in use',
  ];
  assert.deepEqual((await upload(shop, 'import/validate', file)).body.errors, [one, three]);
  const { body } = await load(shop, file);
  assert.deepEqual([body.success, body.errors.map(({ row }: { row: number }) => row)], [2, [2, 4]]);
  const { data } = (await owner.get(`/products/${tea.id}`)).body;
  assert.deepEqual([data.price, data.barcode], [2, ean13]);
});

test('products that had equal barcodes before keep them', async () => {
  const older = await anEqualOne('0012345678905');
  const newer = await anEqualOne('012345678905');
  for (const [{ id, sku }, barcode] of [
    [older, '0012345678905'],
    [newer, '012345678905'],
  ] as const) {
    const { data } = (await owner.get(`/products?barcode=${barcode}`)).body;
    assert.deepEqual(
      data.map((row: { id: string }) => row.id),
      [id],
    );
    assert.equal((await owner.put(`/products/${id}`, { barcode, price: 3 })).status, 200);
    const { body } = await load(shop, `sku,name,price,barcode\n${sku},Same,4,${barcode}\n`);
    assert.deepEqual([body.success, body.failed], [1, 0]);
  }
  assert.equal((await owner.put(`/products/${older.id}`, { barcode: '00012345678905' })).status, 422);
});
