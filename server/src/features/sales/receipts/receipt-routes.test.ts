import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEscPos } from '../../../../../test/escpos.ts';
import { entriesIn, exportedLines } from '../../../../../test/journals.ts';
import { readPdf } from '../../../../../test/pdf.ts';
import { aRegister } from '../../../../../test/registers.ts';
import { aCustomer, aProduct, aSession, aShop, aStaffMember } from '../../../../../test/shop.ts';
import { addMember } from '../../../../../test/staff.ts';
import { createTestApp } from '../../../../../test/test-app.ts';
import { localTimeOf } from '../../../core/calendar.ts';
import { markReceiptRead } from './receipt-queries.ts';

const app = await createTestApp();
const shop = await aShop(app, { currency: 'EUR', timezone: 'Asia/Jakarta' });
const { owner } = shop;
const cashier = await aStaffMember(shop, 'cashier');
await owner.put('/merchant', {
  ...{ name: 'Corner', tax_mode: 'inclusive', tax_rate: 19, point_value: 0.01 },
  ...{ tax_number: 'DE 811', address: 'Lange Reihe 5\n20099 Hamburg', phone: '+49 40 1', receipt_footer: 'Thank you' },
});
const branch = (await owner.put(`/branches/${shop.branch_id}`, { name: 'Harbour' })).body.data;
const anna = await aCustomer(shop, { name: 'Anna' });
const coffee = await aProduct(shop, { name: 'Café', sku: 'COF', price: 11.9, tax_rate: 19 });
const book = await aProduct(shop, { name: 'Book', sku: 'BOOK', price: 10.7, tax_rate: 7 });

// biome-ignore lint/suspicious/noExplicitAny: the response's data, the test asserts its shape.
async function aSale(fields: Record<string, unknown> = {}): Promise<any> {
  const items = [
    { product_id: coffee.id, quantity: 2, discount: { percent: 10 } },
    { product_id: book.id, quantity: 1 },
  ];
  const answer = await cashier.post('/transactions', { items, payment_method: 'cash', ...fields });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data;
}

const receiptOf = async (id: string) => {
  const { status, body, text } = await cashier.get(`/transactions/${id}/receipt`);
  assert.equal(status, 200, text);
  return body.data;
};

const commandsFor = async (id: string, headers = {}) => {
  const answer = await app.fastify.inject({
    url: `/api/v1/transactions/${id}/receipt?format=escpos`,
    headers: { ...cashier.headers, ...headers },
  });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.equal(answer.headers['content-type'], 'application/octet-stream');
  return readEscPos(answer.rawPayload);
};

test('a reader without the permission to sell gets a copy, and uses up no original', async () => {
  const sale = await aSale();
  const viewer = await aStaffMember(shop, 'viewer');
  for (let turn = 0; turn < 2; turn += 1)
    assert.equal((await viewer.get(`/transactions/${sale.id}/receipt`)).body.data.copy, true);
  assert.equal((await receiptOf(sale.id)).copy, false);
  assert.equal((await receiptOf(sale.id)).copy, true);
});

test('returns everything that a receipt prints', async () => {
  const today = app.clock.now().slice(0, 10);
  const occurred_at = new Date(Date.parse(`${today}T00:00:00.000Z`) - 30 * 60_000).toISOString();
  const sale = await aSale({ occurred_at, discount: 2.12, amount_tendered: 50, customer_id: anna.id });
  const expected = {
    transaction_id: sale.id,
    transaction_code: sale.transaction_code,
    status: 'completed',
    copy: false,
    currency: 'EUR',
    shop: {
      name: 'Corner',
      address: 'Lange Reihe 5\n20099 Hamburg',
      phone: '+49 40 1',
      tax_number: 'DE 811',
      receipt_footer: 'Thank you',
    },
    branch: { id: branch.id, name: 'Harbour', address: null, phone: null },
    occurred_at,
    timezone: 'Asia/Jakarta',
    local_time: `${today} 06:30`,
    cashier: sale.cashier,
    customer: { id: anna.id, name: 'Anna' },
    items: [
      { line_no: 1, sku: 'COF', name: 'Café', quantity: 2, price: 11.9, amount: 23.8 },
      { line_no: 2, sku: 'BOOK', name: 'Book', quantity: 1, price: 10.7, amount: 10.7 },
    ],
    discounts: [
      { line_no: 1, percent: 10, amount: 2.38 },
      { line_no: null, percent: null, amount: 2.12 },
    ],
    subtotal: 34.5,
    discount: 4.5,
    tax_mode: 'inclusive',
    tax: sale.tax,
    tax_by_rate: [
      { rate: 7, net: 9.34, tax: 0.65 },
      { rate: 19, net: 16.82, tax: 3.19 },
    ],
    total_amount: 30,
    payments: [{ method: 'cash', amount: 30, points: 0, reference: null }],
    cash_received: 50,
    change: 20,
    rounding: 0,
    refunds: [],
    refunded_amount: 0,
    points_earned: 30,
    points_redeemed: 0,
    journal: null,
  };
  assert.deepEqual(await receiptOf(sale.id), expected);
  assert.deepEqual(await receiptOf(sale.id), { ...expected, copy: true });
  const refund = (
    await owner.post(`/transactions/${sale.id}/refund`, {
      items: [{ product_id: book.id, quantity: 1 }],
      reason: 'read',
    })
  ).body.data;
  const after = await receiptOf(sale.id);
  assert.deepEqual([after.status, after.refunded_amount], ['partially_refunded', refund.amount]);
  const { id, amount, payment_method, created_at } = refund;
  assert.deepEqual(after.refunds, [
    {
      ...{ id, amount, points_amount: 0, points_returned: 0, rounding: 0, payment_method, created_at },
      local_time: localTimeOf(created_at, 'Asia/Jakarta'),
    },
  ]);
});

test('a sale at a register has the number and hash of its journal entry on its receipt', async () => {
  const { id: register_id } = await aRegister(shop);
  await aSale({ register_id });
  const sale = await aSale({ register_id });
  const { journal } = await receiptOf(sale.id);
  const lines = await exportedLines(owner, register_id);
  assert.equal(entriesIn(lines)[1].subject_id, sale.id);
  assert.deepEqual(journal, { number: 2, hash: JSON.parse(lines[2] ?? '').hash });
  const printed = await commandsFor(sale.id);
  assert.ok(JSON.stringify(printed).includes(`Journal 2${' '.repeat(17)}${journal.hash.slice(0, 16)}`));
});

test('keeps the sale’s time zone, and returns null for cash if nothing was paid in cash', async () => {
  const sale = await aSale({ payment_method: 'card' });
  await owner.put('/merchant', { timezone: 'Europe/Berlin' });
  const { timezone, cash_received, change, customer } = await receiptOf(sale.id);
  assert.deepEqual([timezone, cash_received, change, customer], ['Asia/Jakarta', null, 0, null]);
  const payments = [
    { method: 'card', amount: 20 },
    { method: 'cash', amount: 20 },
  ];
  const split = await receiptOf((await aSale({ payment_method: undefined, payments })).id);
  assert.deepEqual([split.total_amount, split.cash_received, split.change], [32.12, 20, 7.88]);
  await owner.put('/merchant', { timezone: 'Asia/Jakarta' });
});

test('only one of twenty concurrent readings is the original, in any format', async () => {
  const { id } = await aSale();
  const isCopy = await Promise.all(
    Array.from({ length: 20 }, async (_, index) =>
      index % 2 === 0
        ? (await receiptOf(id)).copy
        : (await commandsFor(id)).lines.some(({ text }) => text.trim() === 'COPY'),
    ),
  );
  assert.deepEqual(isCopy.sort(), [false, ...Array.from({ length: 19 }, () => true)]);
  const other = await aSale();
  const mark = () => app.database.transaction(shop.merchant_id, (tx) => markReceiptRead(tx, other.id, app.clock.now()));
  assert.deepEqual([await mark(), await mark()], [true, false]);
});

test('neither a HEAD request nor the receipt of another sale uses up the original', async () => {
  const [{ id }, other] = [await aSale(), await aSale()];
  const url = `/api/v1/transactions/${id}/receipt`;
  assert.equal((await app.fastify.inject({ method: 'HEAD', url, headers: cashier.headers })).statusCode, 404);
  for (const sale of [id, other.id]) assert.equal((await receiptOf(sale)).copy, false);
});

test('parked, voided and unknown transactions have no receipt', async () => {
  const parked = await aSale({ status: 'pending', payment_method: undefined });
  const codeOf = async (id: string) => (await cashier.get(`/transactions/${id}/receipt`)).body.error.code;
  assert.equal(await codeOf(parked.id), 'INVALID_STATE');
  await cashier.post(`/transactions/${parked.id}/complete`, { payment_method: 'card' });
  assert.equal((await receiptOf(parked.id)).copy, false, 'the rejected reading does not count');
  await owner.post(`/transactions/${parked.id}/void`, {});
  assert.equal(await codeOf(parked.id), 'INVALID_STATE');
  assert.equal(await codeOf(anna.id), 'NOT_FOUND');
  const wrong = await cashier.get(`/transactions/${parked.id}/receipt?format=png`);
  assert.deepEqual([wrong.status, wrong.body.error.details[0].field], [422, 'format']);
});

test('users limited to another branch get NOT_FOUND', async () => {
  const { id } = await aSale();
  const other = (await owner.post('/branches', { name: 'East' })).body.data;
  const [email, password] = ['east@example.com', 'a long enough password'];
  await addMember(owner, app.anonymous, { email, password, name: 'E', role: 'cashier', branch_ids: [other.id] });
  const limited = (await aSession(app, email, password)).with({ 'x-merchant-id': shop.merchant_id });
  assert.equal((await limited.get(`/transactions/${id}/receipt`)).status, 404);
  assert.equal((await receiptOf(id)).copy, false);
});

test('the printer commands print the receipt, and cut the paper at the end', async () => {
  const sale = await aSale({ amount_tendered: 50 });
  const { lines, cuts } = await commandsFor(sale.id);
  const texts = lines.map(({ text }) => text);
  for (const text of [
    'Café',
    '  2 x 11.90                          23.80',
    'Discount 10 % Café                   -2.38',
    'Change                               17.88',
  ])
    assert.ok(texts.includes(text), `${text} in\n${texts.join('\n')}`);
  assert.deepEqual(
    lines.filter(({ is_bold }) => is_bold).map(({ text }) => text.trim()),
    ['Corner', 'TOTAL EUR                            32.12'],
  );
  assert.ok(texts.every((text) => text.length <= 42));
  assert.deepEqual(cuts, [lines.length - 1], 'once, with an empty line after it');
  assert.deepEqual(texts.slice(-5), ['', '', '', '', ''], 'blank lines before the cut');
});

test('prints the points that were spent and earned', async () => {
  const earned = await aSale({ customer_id: anna.id });
  const sale = await aSale({
    customer_id: anna.id,
    payment_method: undefined,
    payments: [
      { method: 'points', amount: 0.12 },
      { method: 'card', amount: 32 },
    ],
  });
  const pointsOn = async (id: string) =>
    (await commandsFor(id)).lines.map(({ text }) => text).filter((text) => /points/i.test(text) && !text.includes('.'));
  assert.deepEqual(await pointsOn(earned.id), ['Points earned                           32']);
  assert.deepEqual(await pointsOn(sale.id), [
    'Points earned                           32',
    'Points redeemed                         12',
  ]);
});

test('the drawer opens only for an original paid in cash', async () => {
  const cash = await aSale();
  assert.equal((await commandsFor(cash.id)).drawer, 1);
  assert.equal((await commandsFor(cash.id)).drawer, 0);
  assert.equal((await commandsFor((await aSale({ payment_method: 'card' })).id)).drawer, 0);
  const split = [
    { method: 'card', amount: 30 },
    { method: 'cash', amount: 2.12 },
  ];
  assert.equal((await commandsFor((await aSale({ payment_method: undefined, payments: split })).id)).drawer, 1);
});

test('removes printer commands from names', async () => {
  const malicious = await aProduct(shop, { name: 'Mug \u001bp0 \u001dV0' });
  const { id } = await aSale({ items: [{ product_id: malicious.id, quantity: 1 }], payment_method: 'card' });
  const { drawer, cuts, lines } = await commandsFor(id);
  assert.deepEqual([drawer, cuts], [0, [lines.length - 1]]);
});

test('the PDF has the same text, 80 mm wide, also in non-Latin scripts', async () => {
  const tea = await aProduct(shop, { name: 'Чай Žlutý' });
  const { id } = await aSale({ items: [{ product_id: tea.id, quantity: 3 }] });
  const read = async () => {
    const answer = await app.fastify.inject({
      url: `/api/v1/transactions/${id}/receipt?format=pdf`,
      headers: cashier.headers,
    });
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(answer.headers['content-type'], 'application/pdf');
    const [page] = readPdf(answer.rawPayload).pages;
    assert.equal(Math.round(((page?.width ?? 0) / 72) * 25.4), 80);
    return page?.lines ?? [];
  };
  const lines = await read();
  for (const line of [/^Corner$/, /^Чай Žlutý$/, /^3 x 10\.00 +30\.00$/, /^TOTAL EUR +30\.00$/])
    assert.ok(
      lines.some((text) => line.test(text)),
      `${line} in\n${lines.join('\n')}`,
    );
  assert.ok(!lines.includes('COPY'));
  assert.ok((await read()).includes('COPY'));
});

test('uses the language of the request', async () => {
  const { id } = await aSale();
  const { lines } = await commandsFor(id, { 'accept-language': 'id' });
  assert.ok(lines.some(({ text }) => text.startsWith('Dilayani oleh')));
});
