import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportTools } from '../../../../test/exports.ts';
import { readPdf } from '../../../../test/pdf.ts';
import { aProduct, type Shop } from '../../../../test/shop.ts';
import { aShopWithSales } from '../../../../test/shop-with-sales.ts';
import { createTestApp } from '../../../../test/test-app.ts';

/** The sums below the table of a PDF. */

const app = await createTestApp({ env: { RATE_LIMIT_PER_MINUTE: '0' } });
const { shop, tea } = await aShopWithSales(app);
const { download } = exportTools(app);
const range = { start_date: '2026-03-01', end_date: '2026-03-04' };

async function sumsOf({ owner }: Shop, body: object): Promise<string> {
  const exported = await owner.post('/reports/export', { ...range, format: 'pdf', ...body });
  assert.equal(exported.status, 200, exported.text);
  const file = await download(exported.body.data.download_url);
  const lines = readPdf(file.rawPayload).pages.flatMap((page) => page.lines);
  return lines.find((line) => line.trim().startsWith('Total ')) ?? '';
}

test('the sums of a list of transactions leave out parked and voided ones, as the sales report does', async () => {
  const parked = await shop.owner.post('/transactions', {
    items: [{ product_id: tea.id, quantity: 7 }],
    status: 'pending',
  });
  assert.equal(parked.status, 201, parked.text);
  const { data: report } = (await shop.owner.get(`/reports/sales?${new URLSearchParams(range)}`)).body;
  const sums = await sumsOf(shop, { report_type: 'transactions' });
  const amounts = sums.match(/-?[\d,]+\.\d\d/g)?.map((text) => Number(text.replaceAll(',', '')));
  const { data: all } = (await shop.owner.get('/transactions?limit=100')).body as {
    data: { status: string; subtotal: number; tax: number }[];
  };
  const sold = all.filter(({ status }) => !['pending', 'voided'].includes(status));
  assert.ok(sold.length > 1 && sold.length < all.length - 1);
  const sumOf = (name: 'subtotal' | 'tax') => Math.round(sold.reduce((sum, row) => sum + row[name], 0) * 100) / 100;
  const total = Math.round((report.gross_sales - report.discounts) * 100) / 100;
  assert.deepEqual(amounts, [
    sumOf('subtotal'),
    report.discounts,
    sumOf('tax'),
    total,
    report.refunds,
    report.rounding,
  ]);
});

test('prices and costs of single units are in no sum', async () => {
  await aProduct(shop, { price: 3 });
  assert.equal(await sumsOf(shop, { report_type: 'products' }), '');
});
