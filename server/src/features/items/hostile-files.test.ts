import assert from 'node:assert/strict';
import { test } from 'node:test';
import { book, bySku, cell, digestTables, headed, load, upload } from '../../../../test/files.ts';
import { harmlessFiles, refusedFiles } from '../../../../test/hostile-files.ts';
import { aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);

test('imports a minimal workbook by its cell references', async () => {
  const row = `<row r="9">${cell('A9', 'HAND')}${cell('B9', 'By &amp; hand')}<c r="C9"><v>1.5</v></c></row>`;
  assert.deepEqual((await load(shop, book(headed(row)))).body, { success: 1, failed: 0, errors: [] });
  assert.equal((await bySku(shop)).HAND.name, 'By & hand');
  const bad = `<row r="9">${cell('A9', 'HAND2')}</row>`;
  assert.equal((await load(shop, book(headed(bad)))).body.errors[0].row, 9);
});

for (const [what, make] of Object.entries(refusedFiles)) {
  test(`rejects the whole file: ${what}`, async () => {
    const before = await digestTables(shop);
    // `import/validate` reads each of them in test/process/hostile-files.test.ts.
    const { status, body } = await upload(shop, 'import', make());
    assert.deepEqual(
      [status, body.error?.code, body.error?.details[0]?.field],
      [422, 'VALIDATION_ERROR', 'file'],
      `${what}: ${JSON.stringify(body)}`,
    );
    assert.deepEqual(await digestTables(shop), before);
  });
}

for (const [what, { make, errors }] of Object.entries(harmlessFiles)) {
  test(`reads only the rows of ${what}`, async () => {
    const { status, body } = await load(shop, make(), { name: '../../../../tmp/evil.xlsx' });
    const messages = body.errors?.map(({ row, message }: { row: number; message: string }) => `${row} ${message}`);
    assert.deepEqual([status, messages], [200, errors], JSON.stringify(body));
  });
}

test('stores formulas and links as plain text', async () => {
  const found = await bySku(shop);
  assert.equal(found.FORMULA.name, "cmd|' /C calc'!A0");
  const names = ['PROTO', '__proto__', 'constructor'].map((sku) => found[sku].name);
  assert.deepEqual(names, ['__proto__', 'Proto', 'Constructor']);
  assert.equal(Object.hasOwn({}, 'sku'), false);
});

test('names the error of a large file, a missing form and a missing file', async () => {
  const large = await load(shop, `sku\n${'x'.repeat(10 * 1024 * 1024)}`);
  assert.deepEqual(
    [large.status, large.body.error.code, large.body.error.message],
    [400, 'MALFORMED_REQUEST', 'The file is too large'],
  );
  const wrongField = await upload(shop, 'import', 'sku\nA', { field: 'upload' });
  assert.deepEqual(
    [wrongField.status, wrongField.body.error.details],
    [422, [{ field: 'file', message: 'is required' }]],
  );
  for (const body of [undefined, {}, { file: 'x' }]) {
    const answer = await shop.owner.post('/inventory/import', body);
    assert.deepEqual([answer.status, answer.body.error.details[0].field], [422, 'file']);
  }
  const headers = { ...shop.owner.headers, 'content-type': 'multipart/form-data; boundary=edge' };
  for (const payload of [
    '--edge\r\nnonsense',
    '--edge\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\nsku',
    'x',
  ]) {
    const answer = await app.fastify.inject({ method: 'POST', url: '/api/v1/inventory/import', headers, payload });
    assert.ok([400, 422].includes(answer.statusCode), answer.body);
  }
});
