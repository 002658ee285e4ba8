import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aRegister, aShift } from '../../../../test/registers.ts';
import { aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();

/** A closing of a shop with the given currency: a sale of 119, and cash paid out. */
async function aClosing(currency: string, reason = 'Blumen für „Änne“ 漢') {
  const shop = await aShop(app, { currency });
  const { owner } = shop;
  await owner.put('/merchant', { tax_mode: 'inclusive', tax_rate: 19 });
  const product = await aProduct(shop, { price: 119, category: '=Food' });
  const register = await aRegister(shop, { name: 'Kasse "1"' });
  const { id } = await aShift(shop, { register_id: register.id });
  const items = [{ product_id: product.id, quantity: 1 }];
  await owner.post('/transactions', { items, payment_method: 'cash', register_id: register.id });
  await owner.post(`/shifts/${id}/movements`, { type: 'paid_out', amount: 5, reason });
  await owner.post(`/shifts/${id}/count`, { counted: [{ method: 'cash', amount: 214 }] });
  const closure = (await owner.post(`/shifts/${id}/close`, {})).body.data;
  return { shop, owner, closure, path: `/closures/${closure.id}/postings` };
}

const accounts = {
  methods: [{ method: 'cash', account: '1600' }],
  revenue: [{ rate: 19, account: '8400' }],
  tax: [{ rate: 19, account: '1776' }],
  paid_out: '4900',
};
const datev = { consultant_number: 29_098, client_number: 55_003, fiscal_year_month: 1, account_length: 4 };

test('the CSV has a row for each side of a posting, and no formulas', async () => {
  const { owner, closure, path } = await aClosing('EUR', '=1+1');
  const answer = await owner.get(`${path}/file?format=csv`);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8');
  assert.equal(answer.headers['cache-control'], 'private, no-store');
  const day = closure.business_day;
  assert.equal(answer.headers['content-disposition'], `attachment; filename="postings-${day}-1.csv"`);
  const register = '"Kasse ""1"""';
  assert.deepEqual(answer.text.replace('\ufeff', '').split('\r\n'), [
    'date,document,register,posting,account,debit,credit,currency,kind,method,tax_rate,category,text',
    `${day},1,${register},1,cash,100.00,,EUR,sale,cash,19,"'=Food","Sales 19 %, =Food, Cash"`,
    `${day},1,${register},1,revenue:19,,100.00,EUR,sale,cash,19,"'=Food","Sales 19 %, =Food, Cash"`,
    `${day},1,${register},2,cash,19.00,,EUR,sale_tax,cash,19,"'=Food","Tax on sales 19 %, =Food, Cash"`,
    `${day},1,${register},2,tax:19,,19.00,EUR,sale_tax,cash,19,"'=Food","Tax on sales 19 %, =Food, Cash"`,
    `${day},1,${register},3,paid_out,5.00,,EUR,paid_out,cash,,,Paid out: =1+1`,
    `${day},1,${register},3,cash,,5.00,EUR,paid_out,cash,,,Paid out: =1+1`,
    '',
  ]);
  const indonesian = await owner.with({ 'accept-language': 'id' }).get(path);
  assert.equal(indonesian.body.data.lines[2].text, 'Kas keluar: =1+1');
});

test('the file for DATEV has a header, its columns, and a line with two accounts for each posting', async () => {
  const { owner, closure, path } = await aClosing('EUR');
  await owner.put('/accounting/accounts', { ...accounts, datev });
  const answer = await owner.get(`${path}/file?format=datev`);
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.headers['content-type'], 'text/csv; charset=windows-1252');
  const [year, month, date] = closure.business_day.split('-');
  const day = `${year}${month}${date}`;
  assert.equal(
    answer.headers['content-disposition'],
    `attachment; filename="EXTF_Buchungsstapel-${closure.business_day}-1.csv"`,
  );
  const { rawPayload } = await app.fastify.inject({ url: `/api/v1${path}/file?format=datev`, headers: owner.headers });
  const text = new TextDecoder('windows-1252').decode(rawPayload);
  const [header = '', columns = '', ...lines] = text.split('\r\n');
  const [created] = /(?<=;13;)\d{17}(?=;)/.exec(header) ?? [];
  assert.equal(
    header,
    `"EXTF";700;21;"Buchungsstapel";13;${created};;"RE";"";"";29098;55003;${year}0101;4;${day};${day};` +
      `"Kasse ""1"" 1";"";1;0;0;"EUR";;"";;;"";;;"";""`,
  );
  assert.equal(header.split(';').length, 31);
  const names = columns.split(';');
  assert.equal(names.length, 125);
  assert.deepEqual(
    [names[6], names[9], names[13], names[124]],
    ['Konto', 'Belegdatum', 'Buchungstext', 'Abw. Skontokonto'],
  );
  assert.equal(lines.pop(), '');
  assert.ok(lines.every((line) => line.split(';').length === 125));
  assert.deepEqual(
    lines.map((line) => line.replace(/;+$/, '')),
    [
      `100,00;"S";"EUR";;;;1600;8400;;${date}${month};"1";;;"Sales 19 %, =Food, Cash"`,
      `19,00;"S";"EUR";;;;1600;1776;;${date}${month};"1";;;"Tax on sales 19 %, =Food, Cash"`,
      `5,00;"S";"EUR";;;;4900;1600;;${date}${month};"1";;;"Paid out: Blumen für „Änne“ ?"`,
    ],
  );
});

test('a file for DATEV names the accounts and settings that are missing', async () => {
  const { owner, path } = await aClosing('EUR');
  const refusal = async () => {
    const { status, body } = await owner.get(`${path}/file?format=datev`);
    return [status, body.error.code, ...body.error.details.map(({ field }: { field: string }) => field)];
  };
  const invalid = [422, 'VALIDATION_ERROR'];
  assert.deepEqual(await refusal(), [...invalid, 'datev', 'methods.cash', 'revenue.19', 'tax.19', 'paid_out']);
  await owner.put('/accounting/accounts', { ...accounts, datev: { ...datev, account_length: 5 }, paid_out: 'Blumen' });
  assert.deepEqual(await refusal(), [...invalid, 'paid_out']);
  await owner.put('/accounting/accounts', { paid_out: '490001' });
  assert.deepEqual(await refusal(), [...invalid, 'paid_out'], 'one digit too many');
  await owner.put('/accounting/accounts', { paid_out: accounts.methods[0]?.account });
  assert.deepEqual(await refusal(), [...invalid, 'paid_out'], 'the account of cash, from which it is paid');
  await owner.put('/accounting/accounts', { paid_out: '49000' });
  assert.equal((await owner.get(`${path}/file?format=datev`)).status, 200);
});

test('a file for DATEV has two decimals in each currency, and none of three', async () => {
  const yen = await aClosing('JPY');
  await yen.owner.put('/accounting/accounts', { ...accounts, datev });
  assert.match((await yen.owner.get(`${yen.path}/file?format=datev`)).text, /\n100,00;"S";"JPY"/);
  const dinar = await aClosing('KWD');
  await dinar.owner.put('/accounting/accounts', { ...accounts, datev });
  const refused = await dinar.owner.get(`${dinar.path}/file?format=datev`);
  assert.deepEqual([refused.status, refused.body.error.details[0].field], [422, 'format']);
});
