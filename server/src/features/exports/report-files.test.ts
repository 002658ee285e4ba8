import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Caller, createCaller } from '../../../../test/caller.ts';
import { exportTools, runExport } from '../../../../test/exports.ts';
import { readPdf } from '../../../../test/pdf.ts';
import { aSession, aShop } from '../../../../test/shop.ts';
import { aShopWithSales } from '../../../../test/shop-with-sales.ts';
import { addMember } from '../../../../test/staff.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { openRows } from '../../platform/files/open-rows.ts';

/** Each report of sales as a file: its rows are those of the report, and its sums are the same. */

const app = await createTestApp({ env: { RATE_LIMIT_PER_MINUTE: '0' } });
const { shop, honolulu, manager } = await aShopWithSales(app);
const { requestExport, stateOf, download } = exportTools(app);
const range = { start_date: '2026-03-01', end_date: '2026-03-04' };

const pathOf = {
  sales_by_product: 'by-product?limit=100&',
  sales_by_category: 'by-category?',
  sales_by_staff: 'by-staff?',
  sales_by_hour: 'by-hour?',
  sales_tax: 'tax?',
  sales_discounts: 'discounts?',
  sales_refunds: 'refunds?limit=100&',
} as const;
type Type = keyof typeof pathOf;
const types = Object.keys(pathOf) as Type[];

type Row = Record<string, unknown>;

async function reportOf(type: Type, query: Record<string, string>, caller: Caller = shop.owner): Promise<Row[]> {
  const { body, text } = await caller.get(`/reports/sales/${pathOf[type]}${new URLSearchParams(query)}`);
  assert.ok(body.success, text);
  return Array.isArray(body.data) ? body.data : body.data.rows;
}

/** The file of a report that a job writes. */
async function fileOf(caller: Caller, body: object, merchant_id = shop.merchant_id): Promise<Buffer> {
  const { id } = await requestExport(caller, { ...range, ...body });
  await runExport(app, merchant_id);
  const { state, error, download_url } = (await caller.get(`/exports/${id}`)).body.data;
  assert.deepEqual([state, error], ['ready', null], JSON.stringify(body));
  const file = await download(download_url);
  assert.equal(file.statusCode, 200);
  return file.rawPayload;
}

/** The rows of a CSV or XLSX file, the headings first. */
async function rowsOf(bytes: Buffer): Promise<unknown[][]> {
  const file = await openRows(bytes, { rowsAtMost: 5_000, rowsPerBatch: 1_000 });
  const rows = (await Array.fromAsync(file.batches())).flat();
  return [[...(file.first?.cells ?? [])], ...rows.map(({ cells }) => [...cells])];
}

const pdfText = (file: Buffer): string =>
  readPdf(file)
    .pages.flatMap(({ lines }) => lines)
    .join('\n');

/** The report's value under the name of the heading. */
const valueUnder = (row: Row, heading: string): unknown => {
  const other: Record<string, string> = {
    ...{ product: 'name', category: 'name', cashier: 'user_name' in row ? 'user_name' : 'name' },
    ...{ date: 'day', occurred_at: 'created_at' },
  };
  return row[other[heading] ?? heading];
};
const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
const sameNumber = (text: string): string =>
  text !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : text;

for (const format of ['csv', 'xlsx'] as const)
  test(`each report as ${format} has the rows and figures of the report, for all branches and for one`, async () => {
    for (const type of types)
      for (const scope of [{}, { branch_id: honolulu }]) {
        const [headings = [], ...rows] = await rowsOf(
          await fileOf(shop.owner, { report_type: type, format, ...scope }),
        );
        const report = await reportOf(type, { ...range, ...scope });
        assert.ok(report.length > 0 && headings.length > 4, type);
        assert.deepEqual(
          rows.map((row) => headings.map((_, at) => sameNumber(textOf(row[at])))),
          report.map((row) => headings.map((heading) => sameNumber(textOf(valueUnder(row, String(heading)))))),
          `${type} ${JSON.stringify(scope)}`,
        );
      }
  });

test('the report of sales has a row for each day, week or month, with the figures of the report', async () => {
  for (const [group_by, first_days] of [
    [undefined, undefined],
    ['week', ['2026-03-02']],
    ['month', ['2026-03-01']],
  ] as const) {
    const asked = group_by === undefined ? {} : { group_by };
    const [headings = [], ...rows] = await rowsOf(
      await fileOf(shop.owner, { report_type: 'sales', format: 'csv', ...asked }),
    );
    const query = new URLSearchParams({ ...range, group_by: group_by ?? 'day' });
    const { series } = (await shop.owner.get(`/reports/sales?${query}`)).body.data as {
      series: { period: string; total_sales: number; total_transactions: number }[];
    };
    const sold = series.filter((row) => row.total_transactions > 0 || row.total_sales !== 0);
    const figures = (names: string[]) =>
      rows.map((row) => names.map((name) => row[headings.indexOf(name)]).map(String));
    assert.deepEqual(
      figures(['date', 'total_transactions', 'total_sales']),
      sold.map((row) => [row.period, String(row.total_transactions), row.total_sales.toFixed(2)]),
    );
    if (first_days !== undefined) assert.deepEqual(figures(['date']).flat(), first_days);
  }
});

test('a PDF has the figures of the report, its sums, the shop, the branch and the days', async () => {
  for (const type of types) {
    const text = pdfText(await fileOf(shop.owner, { report_type: type, format: 'pdf', branch_id: honolulu }));
    const report = await reportOf(type, { ...range, branch_id: honolulu });
    const names = type === 'sales_refunds' ? ['amount'] : type === 'sales_discounts' ? ['discounts'] : ['total_sales'];
    for (const name of names) {
      const sum = report.reduce((total, row) => total + Math.round(Number(row[name]) * 100), 0);
      assert.ok(text.includes((sum / 100).toFixed(2)), `${type}: ${sum} in ${text}`);
      for (const row of report)
        assert.ok(text.includes(Number(row[name]).toFixed(2)), `${type}: ${row[name]} in ${text}`);
    }
    for (const part of ['Honolulu', '2026-03-01 – 2026-03-04', 'Page 1'])
      assert.ok(text.includes(part), `${type}: ${part} in ${text}`);
  }
});

test('headings, words and numbers are in the requested language', async () => {
  const german = { format: 'csv', language: 'de' };
  const [headings = [], first = []] = await rowsOf(
    await fileOf(shop.owner, { report_type: 'sales_refunds', kind: 'refund', ...german }),
  );
  assert.deepEqual(headings.slice(0, 5), ['Zeit', 'Datum', 'Art', 'Verkauf', 'Kassierer']);
  assert.match(String(first[0]), /^2026-03-04 \d\d:\d\d$/, 'on the clock of Jakarta');
  assert.deepEqual([first[2], first[6]], ['Erstattung', 'Bar']);
  const products = await rowsOf(await fileOf(shop.owner, { report_type: 'sales_by_product', ...german }));
  assert.ok(products.some(([name]) => name === 'Freie Artikel und Erstattungen ohne Artikel'));
  const hours = await rowsOf(await fileOf(shop.owner, { report_type: 'sales_by_hour', format: 'csv', language: 'id' }));
  assert.deepEqual([hours[0]?.[0], /^(Senin|Selasa|Rabu)$/.test(String(hours[1]?.[0]))], ['Hari', true]);
  const text = pdfText(await fileOf(shop.owner, { report_type: 'sales_by_staff', format: 'pdf', language: 'de' }));
  assert.match(text, /Verkäufe nach Kassierer/);
  assert.match(text, /\d,\d\d/);
  assert.match(text, /Summe/);
});

test('filters and orders are those of the report, and those of another report are rejected', async () => {
  const namesOf = async (body: object) =>
    (await rowsOf(await fileOf(shop.owner, { report_type: 'sales_by_product', format: 'csv', ...body })))
      .slice(1)
      .map(([name]) => name);
  assert.deepEqual(await namesOf({ sort: '-margin' }), ['', 'Shirt - Red', 'Tea', 'Cup']);
  assert.deepEqual(await namesOf({ search: 'shirt' }), ['Shirt - Red']);
  const refunds = await rowsOf(await fileOf(shop.owner, { report_type: 'sales_refunds', format: 'csv', kind: 'void' }));
  assert.deepEqual(
    refunds.slice(1).map((row) => row[2]),
    ['void'],
  );
  for (const route of ['/exports', '/reports/export']) {
    for (const [field, filter] of [
      ['search', { search: 'tea' }],
      ['group_by', { group_by: 'week' }],
    ] as const) {
      const wrong = await shop.owner.post(route, { ...range, report_type: 'sales_tax', format: 'csv', ...filter });
      assert.deepEqual([wrong.status, wrong.body.error?.details[0].field], [422, field], route);
    }
    const long = { report_type: 'sales_tax', format: 'csv', start_date: '2025-01-01', end_date: '2026-03-04' };
    const tooLong = await shop.owner.post(route, long);
    assert.deepEqual([tooLong.status, tooLong.body.error?.details[0].field], [422, 'end_date'], route);
  }
});

test('writes a long report in several pages of its list, each row once', async () => {
  await app.admin.query(
    `insert into refunds (merchant_id, id, sale_id, user_id, amount, tax, payment_method, reason, business_day, business_hour, restock, created_at, points_reversed,
       sale_status, refunded_amount, remaining_refundable)
     select r.merchant_id, gen_random_uuid(), r.sale_id, r.user_id, 0, 0, r.payment_method, 'Copy ' || n, '2026-03-04', 3, false,
       '2026-03-03T20:00:00Z'::timestamptz + n / 3 * interval '1 second', 0, r.sale_status, r.refunded_amount, r.remaining_refundable
     from generate_series(1, 1200) n, (select * from refunds where merchant_id = $1 limit 1) r`,
    [shop.merchant_id],
  );
  const rows = await rowsOf(await fileOf(shop.owner, { report_type: 'sales_refunds', format: 'csv', kind: 'refund' }));
  const copies = rows.map((row) => row[5]).filter((reason) => /^Copy/.test(String(reason)));
  assert.deepEqual([copies.length, new Set(copies).size], [1_200, 1_200]);
  const text = pdfText(await fileOf(shop.owner, { report_type: 'sales_refunds', format: 'pdf' }));
  assert.match(text, /Page 20/);
  await app.admin.query(`delete from refunds where merchant_id = $1 and reason like 'Copy %'`, [shop.merchant_id]);
});

test('a key without the right to see costs gets none, and cannot order by them', async () => {
  const made = await shop.owner.post('/api-keys', { name: 'Books', permissions: ['reports:read', 'catalogue:read'] });
  const key = createCaller(app.fastify, { authorization: `Bearer ${made.body.data.key}` });
  for (const report_type of types) {
    const [headings = []] = await rowsOf(await fileOf(key, { report_type, format: 'csv' }));
    assert.ok(!/cost|profit|margin/.test(headings.join()), headings.join());
  }
  const sorted = await key.post('/exports', {
    ...range,
    report_type: 'sales_by_product',
    format: 'csv',
    sort: '-margin',
  });
  assert.deepEqual([sorted.status, sorted.body.error.details[0].field], [422, 'sort']);
});

test('a person limited to a branch gets only its rows, and another merchant neither rows nor file', async () => {
  const person = { email: 'limited@example.com', password: 'another long password', name: 'L', role: 'manager' };
  await addMember(shop.owner, app.anonymous, { ...person, branch_ids: [honolulu] } as never);
  const limited = await aSession(app, person.email, person.password);
  for (const report_type of types) {
    const [headings = [], ...rows] = await rowsOf(await fileOf(limited, { report_type, format: 'csv' }));
    assert.equal(rows.length, (await reportOf(report_type, { ...range, branch_id: honolulu })).length, report_type);
    assert.ok(headings.length > 0);
  }
  const other = await aShop(app);
  const { id } = await requestExport(manager, { ...range, report_type: 'sales_refunds', format: 'pdf' });
  await runExport(app, shop.merchant_id);
  assert.equal(await stateOf(manager, id), 'ready');
  assert.equal((await other.owner.get(`/exports/${id}`)).status, 404);
  const rows = await rowsOf(
    await fileOf(other.owner, { report_type: 'sales_refunds', format: 'csv' }, other.merchant_id),
  );
  assert.equal(rows.length, 1, 'only headings');
});
