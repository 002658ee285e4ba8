import { test } from 'node:test';
import { aShop } from '../shop.ts';
import { createTestApp } from '../test-app.ts';
import { assert, claimsOf } from './claims.ts';
import { upload } from './upload.ts';

const app = await createTestApp();
const { proves, answers } = claimsOf(import.meta.filename);
const shop = await aShop(app);
const csv = 'name,sku,price,stock,category,minStock\nTea,TEA,30,4,Drinks,1\nBread,BRE,no price,1,Food,1\n';
const skus = async () => (await shop.owner.get('/products')).body.data.map(({ sku }: { sku: string }) => sku);

test('validates a file without changes', async () => {
  const answer = await upload(app, shop.owner, '/inventory/import/validate', csv);
  answers('POST /inventory/import/validate', answer);
  await proves('POST /inventory/import/validate <- file', async () => {
    assert.equal(answer.body.valid, false);
    assert.deepEqual([answer.body.preview.length, answer.body.preview[0].sku], [1, 'TEA']);
    assert.deepEqual(await skus(), []);
  });
});

test('imports a file row by row', async () => {
  const answer = await upload(app, shop.owner, '/inventory/import', csv);
  answers('POST /inventory/import', answer);
  await proves('POST /inventory/import <- file', async () => {
    assert.deepEqual([answer.body.success, answer.body.failed, answer.body.errors[0].row], [1, 1, 3]);
    assert.deepEqual(await skus(), ['TEA']);
  });
});
