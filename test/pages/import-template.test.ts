import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '../../server/src/core/language.ts';
import { importTemplate } from '../../web/src/features/stock/import-template.ts';
import { bySku, load, upload } from '../files.ts';
import { aShop } from '../shop.ts';
import { createTestApp } from '../test-app.ts';

const app = await createTestApp();

for (const currency of ['EUR', 'IDR', 'JPY', 'KWD'])
  test(`the template of the page is imported as it is in each language: ${currency}`, async () => {
    for (const language of languages) {
      const shop = await aShop(app, { currency });
      const file = importTemplate(language, currency);
      assert.equal((await upload(shop, 'import/columns', file)).body.source, 'tillhouse', language);
      assert.deepEqual((await load(shop, file)).body, { success: 4, failed: 0, errors: [] }, language);
      const thousand = currency === 'IDR' || currency === 'JPY' ? 1_000 : 1;
      const { 'TEA-GREEN': tea, SHIRT: shirt } = await bySku(shop);
      assert.deepEqual(
        [tea.price, tea.cost, tea.stock, tea.min_stock, tea.unit === null, tea.category === null],
        [5 * thousand, 2 * thousand, 30, 5, false, false],
      );
      const { variants } = (await shop.owner.get(`/products/${shirt.id}`)).body.data;
      assert.deepEqual(
        variants.map((one: Record<string, unknown>) => [one.sku, one.price, one.stock]),
        [
          ['SHIRT-S', 20 * thousand, 12],
          ['SHIRT-L', 22 * thousand, 6],
        ],
      );
      assert.equal(shirt.track_stock, false);
    }
  });
