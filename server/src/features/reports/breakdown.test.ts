import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aSession, aShop, aStaffMember, type Shop } from '../../../../test/shop.ts';
import { aShopWithSales } from '../../../../test/shop-with-sales.ts';
import { addMember } from '../../../../test/staff.ts';
import { createTestApp } from '../../../../test/test-app.ts';

/** The reports by product, category, hour, staff, tax and discounts, over sales that were made through the API. */

const app = await createTestApp({ env: { RATE_LIMIT_PER_MINUTE: '0' } });

type Row = Record<string, number | string | null>;

const { shop, honolulu, tea, cup, red, first, voided } = await aShopWithSales(app);

const read = async (address: string, caller = shop.owner) => {
  const { status, body, text } = await caller.get(address);
  assert.equal(status, 200, `${address}: ${text}`);
  return body;
};

const sumOf = (rows: readonly Row[], name: string): number =>
  Math.round(rows.reduce((sum, row) => sum + Number(row[name]), 0) * 100) / 100;

const paths = ['by-product', 'by-category', 'by-hour', 'by-staff', 'tax', 'discounts', 'refunds', 'by-reason'];

const figures = [
  ...['gross_sales', 'discounts', 'refunds', 'total_sales', 'tax', 'cost', 'gross_profit', 'items_sold'],
] as const;

const ranges = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'].flatMap((start, index, days) =>
  days.slice(index).map((end) => `start_date=${start}&end_date=${end}`),
);
const scopes = ranges.flatMap((range) =>
  ['', `&branch_id=${shop.branch_id}`, `&branch_id=${honolulu}`].map((one) => range + one),
);

async function assertSums(
  path: string,
  names: readonly string[],
  rowsOf: (body: { data: never }) => Row[],
): Promise<void> {
  for (const scope of scopes) {
    const report = (await read(`/reports/sales?${scope}`)).data;
    const rows = rowsOf(await read(`/reports/sales/${path}${path.includes('?') ? '&' : '?'}${scope}`));
    for (const name of names) assert.equal(sumOf(rows, name), report[name], `${path} ${scope}: ${name}`);
  }
}

const allRows = ({ data }: { data: { rows: Row[] } }) => data.rows;

test('the sales of the test have each figure in both branches', async () => {
  for (const branch of [shop.branch_id, honolulu]) {
    const { data } = await read(`/reports/sales?start_date=2026-03-01&end_date=2026-03-04&branch_id=${branch}`);
    for (const name of [...figures, 'total_transactions']) assert.ok(data[name] > 0, `${name}: ${data[name]}`);
  }
});

test('the rows by product, category and hour add up to the sales report', async () => {
  await assertSums('by-product?limit=100', figures, ({ data }) => data);
  await assertSums('by-category', figures, allRows);
  await assertSums('by-hour', [...figures, 'total_transactions'], allRows);
});

test('the rows by cashier, tax rate, discount and refund add up to the sales report', async () => {
  await assertSums('by-staff', [...figures, 'total_transactions'], allRows);
  await assertSums('tax', ['total_sales', 'tax', 'refunds'], allRows);
  await assertSums('discounts', ['discounts'], allRows);
  await assertSums('refunds?kind=refund&limit=100', ['refunds'], ({ data }) =>
    (data as Row[]).map(({ amount }) => ({ refunds: amount ?? 0 })),
  );
  await assertSums('by-reason?kind=refund&limit=100', ['refunds'], ({ data }) =>
    (data as Row[]).map(({ amount }) => ({ refunds: amount ?? 0 })),
  );
});

const range = 'start_date=2026-03-01&end_date=2026-03-04';

test('lists each product, and what belongs to none, in the requested order', async () => {
  const names = async (query: string) =>
    (await read(`/reports/sales/by-product?${range}${query}`)).data.map(({ name }: Row) => name);
  assert.deepEqual(await names(''), ['Shirt - Red', 'Cup', 'Tea', null]);
  assert.deepEqual(await names('&sort=quantity'), [null, 'Tea', 'Shirt - Red', 'Cup']);
  assert.deepEqual(await names('&sort=name'), [null, 'Cup', 'Shirt - Red', 'Tea']);
  assert.deepEqual(await names('&sort=-margin'), [null, 'Shirt - Red', 'Tea', 'Cup']);
  assert.deepEqual(await names('&search=TEA'), ['Tea']);
  assert.deepEqual(await names('&search=shirt'), ['Shirt - Red']);
  const [row] = (await read(`/reports/sales/by-product?${range}&search=red`)).data;
  assert.deepEqual(row, {
    ...{ product_id: red.id, name: 'Shirt - Red', sku: 'RED' },
    ...{ gross_sales: 45.78, discounts: 4.2, refunds: 0, total_sales: 41.58, tax: 3.78, cost: 14, gross_profit: 23.8 },
    ...{ margin: 62.96, items_sold: 2 },
  });
});

test('reads the products page by page, by number and by cursor', async () => {
  const one = await read(`/reports/sales/by-product?${range}&limit=3`);
  assert.deepEqual([one.data.length, one.meta.total, one.meta.total_pages], [3, 4, 2]);
  for (const rest of ['&page=2', `&cursor=${encodeURIComponent(one.meta.next_cursor)}`]) {
    const two = await read(`/reports/sales/by-product?${range}&limit=3${rest}`);
    assert.deepEqual(
      two.data.map(({ product_id }: Row) => product_id),
      [null],
    );
    assert.equal(two.meta.next_cursor, null);
  }
});

test('a product that was sold and returned has no row once nothing is left of it', async () => {
  const found = await read(`/reports/sales/by-product?start_date=2026-03-03&end_date=2026-03-03`);
  const ids = found.data.map(({ product_id }: Row) => product_id);
  assert.ok(ids.includes(tea.id) && ids.includes(cup.id), 'sold on the local Tuesday');
  assert.ok(!ids.includes(red.id), 'only voided on that day');
});

test('sums categories as they are now, with variants, and what has none', async () => {
  const rows = allRows(await read(`/reports/sales/by-category?${range}`));
  assert.deepEqual(
    rows.map(({ name, items_sold }) => [name, items_sold]),
    [
      ['Clothes', 2],
      [null, 6],
      ['Drinks', 2],
    ],
  );
});

test('puts sales and refunds into the hours of the branch’s clock', async () => {
  const hours = allRows(await read(`/reports/sales/by-hour?${range}`)).map((row) => [
    row.weekday,
    row.hour,
    row.total_transactions,
    row.refunds,
  ]);
  assert.deepEqual(hours, [
    [1, 8, 2, 0],
    [2, 1, 2, 0],
    [2, 9, 0, 3],
    [3, 2, 0, 10.91],
  ]);
});

test('a refund counts for the person who made it', async () => {
  const rows = allRows(await read(`/reports/sales/by-staff?${range}`));
  assert.deepEqual(
    rows.map(({ name, total_transactions, refund_count, refunds }) => [
      name,
      total_transactions,
      refund_count,
      refunds,
    ]),
    [
      ['A manager', 3, 2, 12.68],
      ['Olivia Owner', 1, 1, 1.23],
    ],
  );
});

test('divides sales and tax by rate, and shows refunds of an amount without a rate', async () => {
  const rows = allRows(await read(`/reports/sales/tax?${range}`));
  assert.deepEqual(
    rows.map(({ tax_rate, net, tax, refunds }) => [tax_rate, net, tax, refunds]),
    [
      [20, 7.77, 1.55, 0],
      [10, 56.6, 5.66, 9.68],
      [5, 31.04, 1.56, 3],
      [null, -1.15, -0.08, 1.23],
    ],
  );
  for (const row of rows)
    assert.deepEqual(sumOf([row], 'total_sales'), sumOf([{ sum: Number(row.net) + Number(row.tax) }], 'sum'));
});

test('shows discounts on lines and on whole sales, and how many sales had one', async () => {
  const rows = allRows(await read(`/reports/sales/discounts?${range}`));
  assert.deepEqual(
    rows.map(({ user_id, ...row }) => row),
    [
      {
        ...{ name: 'A manager', discounts: 4.2, line_discounts: 0, sale_discounts: 4.2, gross_sales: 87.1 },
        ...{ discounted_transactions: 1, total_transactions: 3 },
      },
      {
        ...{ name: 'Olivia Owner', discounts: 3.5, line_discounts: 1, sale_discounts: 2.5, gross_sales: 37.46 },
        ...{ discounted_transactions: 1, total_transactions: 1 },
      },
    ],
  );
});

test('lists refunds and voids with their reasons, newest first, by kind and by person', async () => {
  const list = async (query: string) => (await read(`/reports/sales/refunds?${range}${query}`)).data as Row[];
  const rows = await list('');
  assert.deepEqual(
    rows.map(({ kind, day, user_name, amount, reason }) => [kind, day, user_name, amount, reason]),
    [
      ['refund', '2026-03-03', 'A manager', 3, null],
      ['refund', '2026-03-04', 'Olivia Owner', 1.23, null],
      ['refund', '2026-03-04', 'A manager', 9.68, 'Cold'],
      ['void', '2026-03-03', 'Olivia Owner', 78.1, 'Wrong price'],
    ],
  );
  assert.equal(rows[2]?.transaction_id, first);
  assert.deepEqual([rows[3]?.id, rows[3]?.transaction_id], [voided, voided]);
  assert.equal((await read(`/transactions/${first}`)).data.transaction_code, rows[2]?.transaction_code);
  assert.equal((await list('&kind=void')).length, 1);
  assert.equal((await list(`&user_id=${shop.owner_id}`)).length, 2);
  assert.equal((await list(`&kind=refund&user_id=${shop.owner_id}`)).length, 1);
  const { data, meta } = await read(`/reports/sales/refunds?${range}&limit=3`);
  assert.deepEqual([data.length, meta.total], [3, 4]);
  assert.deepEqual((await list(`&limit=3&cursor=${encodeURIComponent(meta.next_cursor)}`)).length, 1);
});

test('sums refunds and voids by reason, the highest amount first, whatever their case', async () => {
  const rowsOf = ({ data }: { data: Row[] }) => data.map(({ reason, count, amount }) => [reason, count, amount]);
  const all = [
    ['Wrong price', 1, 78.1],
    ['Cold', 1, 9.68],
    [null, 2, 4.23],
  ];
  assert.deepEqual(rowsOf(await read(`/reports/sales/by-reason?${range}`)), all);
  assert.deepEqual(rowsOf(await read(`/reports/sales/by-reason?${range}&kind=refund`)), all.slice(1));
  assert.deepEqual(rowsOf(await read(`/reports/sales/by-reason?${range}&user_id=${shop.owner_id}`)), [
    ['Wrong price', 1, 78.1],
    [null, 1, 1.23],
  ]);
  const { data, meta } = await read(`/reports/sales/by-reason?${range}&limit=2`);
  assert.deepEqual([data.length, meta.total, meta.total_pages], [2, 3, 2]);
  const next = await read(`/reports/sales/by-reason?${range}&limit=2&cursor=${encodeURIComponent(meta.next_cursor)}`);
  assert.deepEqual(rowsOf(next), all.slice(2));

  const other = await aShop(app);
  const items = [{ product_id: (await aProduct(other, { price: 10, track_stock: false, stock: 0 })).id, quantity: 9 }];
  const sale = await other.owner.post('/transactions', { items, payment_method: 'cash' });
  for (const reason of ['Too cold', 'too COLD ', '', 'Broken'])
    await other.owner.post(`/transactions/${sale.body.data.id}/refund`, { amount: 2, reason });
  const year = 'start_date=2026-01-01&end_date=2026-12-31';
  assert.deepEqual(rowsOf(await read(`/reports/sales/by-reason?${year}`, other.owner)), [
    ['too COLD', 2, 4],
    [null, 1, 2],
    ['Broken', 1, 2],
  ]);
});

test('rejects too many days, a wrong order and unknown branches by name of the field', async () => {
  const fieldsOf = async (address: string) => {
    const { status, body } = await shop.owner.get(`/reports/sales/${address}`);
    assert.equal(status, 422, address);
    return body.error.details.map(({ field }: { field: string }) => field);
  };
  for (const path of paths.filter((path) => path !== 'by-hour'))
    assert.deepEqual(await fieldsOf(`${path}?start_date=2025-03-01&end_date=2026-03-02`), ['end_date']);
  assert.deepEqual(await fieldsOf('by-hour?startDate=2000-03-01&endDate=2026-03-02'), ['endDate']);
  assert.deepEqual(await fieldsOf(`by-product?${range}&sort=cost`), ['sort']);
  assert.deepEqual(await fieldsOf('by-hour'), ['start_date', 'end_date']);
});

test('a manager of one branch sees its figures only', async () => {
  const person = { email: 'limited@example.com', password: 'another long password', name: 'L', role: 'manager' };
  await addMember(shop.owner, shop.app.anonymous, { ...person, branch_ids: [honolulu] } as never);
  const limited = await aSession(app, person.email, person.password);
  for (const path of paths) {
    const own = await read(`/reports/sales/${path}?${range}`, limited);
    const chosen = await read(`/reports/sales/${path}?${range}&branch_id=${honolulu}`);
    assert.deepEqual(own.data, chosen.data, path);
    assert.equal((await limited.get(`/reports/sales/${path}?${range}&branch_id=${shop.branch_id}`)).status, 403);
  }
});

test('the staff is listed by net sales, after discounts and refunds', async () => {
  const other = await aShop(app);
  const { id: product_id } = await aProduct(other, { price: 10, track_stock: false, stock: 0 });
  const [one, two] = [await aStaffMember(other, 'manager'), await aStaffMember(other, 'cashier')];
  const sell = async (caller: Shop['owner'], quantity: number, discount?: number) => {
    const sale = await caller.post('/transactions', {
      items: [{ product_id, quantity }],
      payment_method: 'cash',
      ...(discount === undefined ? {} : { discount }),
    });
    assert.equal(sale.status, 201, sale.text);
    return sale.body.data.id;
  };
  const refunded = await sell(one, 10);
  await one.post(`/transactions/${refunded}/refund`, { amount: 60 });
  await sell(other.owner, 9, 60);
  await sell(two, 5);
  const rows = allRows(await read(`/reports/sales/by-staff?start_date=2026-01-01&end_date=2026-12-31`, other.owner));
  assert.deepEqual(
    rows.map(({ total_sales }) => total_sales),
    [50, 40, 30],
  );
});
