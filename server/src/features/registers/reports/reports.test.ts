import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { readEscPos } from '../../../../../test/escpos.ts';
import { readPdf } from '../../../../../test/pdf.ts';
import { aRegister, aShift } from '../../../../../test/registers.ts';
import { aProduct, aShop, aStaffMember } from '../../../../../test/shop.ts';
import { createTestApp } from '../../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app, { timezone: 'Asia/Kathmandu' });
const { owner } = shop;
await owner.patch('/merchant', { name: 'Mia’s', tax_mode: 'inclusive', tax_rate: 10, tax_number: 'DE 123' });
const product = await aProduct(shop, { price: 11, stock: 1_000, category: '=Drinks' });
const cash = (amount: number) => [{ method: 'cash', amount }];

/** A shift with a sale, a refund and cash movements, counted and closed. */
async function aClosure(fields: object = {}) {
  const register = await aRegister(shop, fields);
  const shift = await aShift(shop, { register_id: register.id, counted_float: 50 });
  const items = [{ product_id: product.id, quantity: 3 }];
  const sale = { items, payment_method: 'cash', amount_tendered: 40, register_id: register.id };
  const { id } = (await owner.post('/transactions', sale)).body.data;
  await owner.post(`/transactions/${id}/refund`, { amount: 11, register_id: register.id });
  await owner.post(`/shifts/${shift.id}/movements`, { type: 'paid_out', amount: 2, reason: 'Post' });
  await owner.post(`/shifts/${shift.id}/movements`, { type: 'no_sale', reason: 'Change' });
  await owner.post(`/shifts/${shift.id}/count`, { counted: cash(69) });
  const closure = (await owner.post(`/shifts/${shift.id}/close`, {})).body.data;
  return { register, shift, closure };
}

test('a closure as CSV has a row for each sum', async () => {
  const { register, closure } = await aClosure();
  const response = await owner.get(`/closures/${closure.id}/report?format=csv`);
  assert.deepEqual([response.status, response.headers['content-type']], [200, 'text/csv; charset=utf-8']);
  assert.equal(response.headers['cache-control'], 'private, no-store');
  assert.deepEqual(parse(response.text, { bom: true }), [
    ['section', 'name', 'count', 'net', 'tax', 'amount'],
    ['report', 'Z 1', '', '', '', ''],
    ['register', register.name, '', '', '', ''],
    ['branch', 'Main branch', '', '', '', ''],
    ['currency', 'USD', '', '', '', ''],
    ['opened_at', closure.opened_at, '', '', '', ''],
    ['closed_at', closure.closed_at, '', '', '', ''],
    ['sales', '', '1', '', '', '33.00'],
    ['refunds', '', '1', '', '1.00', '11.00'],
    ['voids', '', '0', '', '', '0.00'],
    ['discounts', '', '', '', '', '0.00'],
    ['tax_by_rate', '10', '', '30.00', '3.00', '33.00'],
    ['by_method.sales', 'cash', '', '', '', '33.00'],
    ['by_method.refunds', 'cash', '', '', '', '11.00'],
    ['by_method.change', 'cash', '', '', '', '7.00'],
    ['by_cashier', 'Olivia Owner', '1', '', '', '33.00'],
    ['by_category', "'=Drinks", '3', '', '', '33.00'],
    ['paid_in', '', '', '', '', '0.00'],
    ['paid_out', '', '', '', '', '2.00'],
    ['no_sales', '', '1', '', '', ''],
    ['expected', 'cash', '', '', '', '70.00'],
    ['counted', 'cash', '', '', '', '69.00'],
    ['variance', 'cash', '', '', '', '-1.00'],
    ['lifetime.sales', '', '', '', '', '33.00'],
    ['lifetime.refunds', '', '', '', '', '11.00'],
  ]);
  await owner.post(`/closures/${closure.id}/recounts`, { counted: cash(70), reason: 'Found' });
  const corrected = (await owner.get(`/closures/${closure.id}/report?format=csv`)).text;
  assert.match(corrected, /corrected\.counted,cash,,,,70\.00\r\ncorrected\.variance,cash,,,,0\.00\r\n/);
});

/** The bytes of a file. */
async function fileOf(path: string, headers: Record<string, string> = {}): Promise<Buffer> {
  const response = await app.fastify.inject({ url: `/api/v1${path}`, headers: { ...owner.headers, ...headers } });
  assert.equal(response.statusCode, 200, response.body);
  return response.rawPayload;
}

const printed = async (path: string, headers: Record<string, string> = {}): Promise<string[]> => {
  const { lines, drawer } = readEscPos(await fileOf(`${path}/report?format=escpos`, headers));
  assert.equal(drawer, 0);
  return lines.map(({ text }) => text.trim());
};

test('a register with the longest name is printed in full', async () => {
  const name = 'Till '.repeat(40).trim();
  const { closure } = await aClosure({ name });
  const lines = await printed(`/closures/${closure.id}`);
  const from = lines.indexOf('Register') + 1;
  assert.equal(lines.slice(from, from + 5).join(' '), name);
});

test('a closure is printed with all that it states, in the language of the request', async () => {
  const { register, closure } = await aClosure();
  const path = `/closures/${closure.id}`;
  const english = await printed(path);
  const localTime = new Date(Date.parse(closure.opened_at) + 5.75 * 3_600_000).toISOString();
  for (const text of [
    'Tax no. DE 123',
    'Z REPORT 1',
    `Register ${' '.repeat(42 - 9 - register.name.length)}${register.name}`,
    `Opened ${' '.repeat(42 - 7 - 16)}${localTime.slice(0, 16).replace('T', ' ')}`,
    'Closed by Olivia Owner',
    'Sales (1)                            33.00',
    'Refunds (1)                         -11.00',
    'Tax 10 % (net 30.00)                  3.00',
    '  Change given                        7.00',
    '=Drinks (3)                          33.00',
    'Paid out                             -2.00',
    'Drawer opened without a sale             1',
    '  expected                           70.00',
    '  counted                            69.00',
    '  variance                           -1.00',
    'GRAND TOTAL',
  ])
    assert.ok(english.includes(text.trim()), `${text} in ${english.join('\n')}`);
  const indonesian = await printed(path, { 'accept-language': 'id' });
  assert.ok(indonesian.includes('LAPORAN Z 1'));
  assert.ok(indonesian.includes('Penjualan (1)                        33,00'), indonesian.join('\n'));
});

test('a shift is printed up to now', async () => {
  const shift = await aShift(shop, { counted_float: 7 });
  const lines = await printed(`/shifts/${shift.id}`);
  assert.ok(lines.includes('X REPORT 1') && lines.some((line) => line.startsWith('Until ')), lines.join('\n'));
  assert.ok(!lines.some((line) => /counted|variance|GRAND/.test(line)), lines.join('\n'));
  const csv = (await owner.get(`/shifts/${shift.id}/report?format=csv`)).text;
  assert.match(csv, /report,X 1,,,,\r\n.*\r\nuntil,.*\r\nexpected,cash,,,,7\.00\r\n$/s);
});

test('a closure is a PDF by its format, by default, and for a client that asks for one', async () => {
  const { closure } = await aClosure();
  for (const [path, headers] of [
    [`/closures/${closure.id}/report?format=pdf`, {}],
    [`/closures/${closure.id}/report`, {}],
    [`/closures/${closure.id}`, { accept: 'application/pdf' }],
  ] as const) {
    const { pages } = readPdf(await fileOf(path, headers));
    assert.ok(
      pages[0]?.lines.some((line) => line.includes('Z REPORT 1')),
      path,
    );
  }
  const both = await owner.get(`/closures/${closure.id}`, { accept: 'application/json, application/pdf' });
  assert.equal(both.body.data.id, closure.id);
});

test('a blind register prints nothing for a cashier', async () => {
  const cashier = await aStaffMember(shop, 'cashier');
  const { shift, closure } = await aClosure({ blind_count: true });
  for (const path of [`/shifts/${shift.id}/report?format=csv`, `/closures/${closure.id}/report?format=csv`]) {
    const refused = await cashier.get(path);
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'FORBIDDEN'], path);
    assert.equal((await owner.get(path)).status, 200);
  }
  assert.equal((await cashier.get(`/closures/${closure.id}`, { accept: 'application/pdf' })).status, 403);
  const other = await aShop(app);
  assert.equal((await other.owner.get(`/closures/${closure.id}/report`)).status, 404);
});
