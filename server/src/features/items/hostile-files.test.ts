import assert from 'node:assert/strict';
import { test } from 'node:test';
import { book, bySku, cell, headed, load, tablesOf, upload, zip } from '../../../../test/files.ts';
import { openTestHouse } from '../../../../test/house.ts';
import { aShop } from '../../../../test/shop.ts';

const house = await openTestHouse();
const shop = await aShop(house);

test('a workbook made by hand comes in, and is counted where it says', async () => {
  const row = `<row r="9">${cell('A9', 'HAND')}${cell('B9', 'By &amp; hand')}<c r="C9"><v>1.5</v></c></row>`;
  assert.deepEqual((await load(shop, book(headed(row)))).body, { success: 1, failed: 0, errors: [] });
  assert.equal((await bySku(shop)).HAND.name, 'By & hand');
  const bad = `<row r="9">${cell('A9', 'HAND2')}</row>`;
  assert.equal((await load(shop, book(headed(bad)))).body.errors[0].row, 9);
});

test('files that are none are refused, and leave nothing behind', async () => {
  const before = await tablesOf(shop);
  const many = Array.from({ length: 50_001 }, (_, at) => `M${at}`).join('\n');
  const files: Record<string, string | Uint8Array> = {
    empty: '',
    'a mark alone': '\uFEFF',
    'a heading alone': 'sku,name,price\n',
    'no SKU': 'name,price\nTea,1',
    'a prototype for a heading': '__proto__,constructor\n1,2',
    'a column twice': 'sku,SKU\n1,2',
    'an open quotation mark': 'sku,name\nA,"tea',
    'another encoding': Buffer.from('sku,name\nA,tsch\xfcss', 'latin1'),
    'a picture': Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
    'too many rows': `sku\n${many}`,
    'a cell of 9 MB': `sku,name\nA,${'x'.repeat(9_000_000)}`,
    'a quoted cell of 9 MB': `sku,name\nA,"${'x'.repeat(9_000_000)}"`,
    'a zip of something else': zip([['a.txt', 'hello']]),
    'half a zip': book(headed('')).subarray(0, 400),
    'only the beginning of a zip': 'PK\x03\x04',
    'a bomb': book(headed(' '.repeat(120_000_000))),
    'a bomb that calls itself small': book(headed(' '.repeat(120_000_000)), '', 10),
    'a cell far away': book(headed(`<row r="2">${cell('XFD2', 'A')}</row>`)),
    'a cell that hides where it is': book(headed(`<row r="2"><c t="n" r='&#88;FD2'><v>1</v></c></row>`)),
    'a cell of 9 MB in a workbook': book(headed(`<row r="2">${cell('A2', 'x'.repeat(9_000_000))}</row>`)),
  };
  for (const [what, content] of Object.entries(files)) {
    for (const path of ['import', 'import/validate']) {
      const { status, body } = await upload(shop, path, content);
      assert.deepEqual(
        [status, body.error?.code, body.error?.details[0]?.field],
        [422, 'VALIDATION_ERROR', 'file'],
        `${what}: ${JSON.stringify(body)}`,
      );
    }
  }
  assert.deepEqual(await tablesOf(shop), before);
});

test('entities of a workbook’s own are not expanded', async () => {
  const prolog = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>';
  const { status, body } = await load(
    shop,
    book(headed(`<row r="2">${cell('A2', 'ENT')}${cell('B2', '&b;&f;')}<c r="C2"><v>1</v></c></row>`), prolog),
  );
  const name = (await bySku(shop)).ENT?.name ?? '';
  assert.ok(status === 422 || body.failed === 1 || name === '&b;&f;', `${status} ${JSON.stringify(body)} ${name}`);
});

test('what is too large, or no form, or without a file, says so', async () => {
  const large = await load(shop, `sku\n${'x'.repeat(10 * 1024 * 1024)}`);
  assert.deepEqual([large.status, large.body.error.code, large.body.error.message], [400, 'MALFORMED_REQUEST', 'The file is too large']);
  const misnamed = await upload(shop, 'import', 'sku\nA', { field: 'upload' });
  assert.deepEqual([misnamed.status, misnamed.body.error.details], [422, [{ field: 'file', message: 'is required' }]]);
  for (const body of [undefined, {}, { file: 'x' }]) {
    const answer = await shop.owner.post('/inventory/import', body);
    assert.deepEqual([answer.status, answer.body.error.details[0].field], [422, 'file']);
  }
  const headers = { ...shop.owner.headers, 'content-type': 'multipart/form-data; boundary=edge' };
  for (const payload of ['--edge\r\nnonsense', '--edge\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\nsku', 'x']) {
    const answer = await house.app.inject({ method: 'POST', url: '/api/v1/inventory/import', headers, payload });
    assert.ok([400, 422].includes(answer.statusCode), answer.body);
  }
});
