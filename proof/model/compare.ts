import assert from 'node:assert/strict';
import type { Caller } from '../../test/caller.ts';
import { checkJournal } from '../../test/journals.ts';
import { ok, type ProofShop, people } from '../shop.ts';
import { isApprover, shownApproval } from './approval-rules.ts';
import { assertMatches } from './attempt.ts';
import { categoryOf, type Level, type Model, notDeleted, stockOf, tiers, toWire } from './model.ts';
import type { Customer, Sale } from './records.ts';
import { roundingOf, sum } from './rules.ts';
import { shownSale } from './sales.ts';

// biome-ignore lint/suspicious/noExplicitAny: a row's shape is what is about to be compared.
type Row = any;

/** All rows of a list, page by page. */
async function rowsOf(caller: Caller, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { data, meta } = ok(
      await caller.get(`${path}${path.includes('?') ? '&' : '?'}limit=100${cursor && `&cursor=${cursor}`}`),
    );
    rows.push(...data);
    cursor = meta.next_cursor ?? null;
  }
  return rows;
}

/** Compares all records, lists and reports of the shop with the model. */
export async function compare(model: Model, shop: ProofShop, days: string): Promise<void> {
  await Promise.all([
    compareProducts(model, shop),
    compareStock(model, shop),
    compareCustomers(model, shop),
    compareSales(model, shop),
    compareReports(model, shop, days),
    compareRegisters(model, shop),
    compareApprovals(model, shop),
  ]);
}

async function compareProducts(model: Model, { owner, cashier }: ProofShop): Promise<void> {
  const { settings } = model;
  const listed = await rowsOf(owner, '/products?sort=created_at');
  const products = notDeleted(model.products);
  const shown = products.map((one) => ({
    id: one.id,
    sku: one.sku,
    price: toWire(one.price, settings),
    cost: toWire(one.cost, settings),
    stock: stockOf(model, one),
    status: one.is_active ? 'active' : 'inactive',
    category: categoryOf(one),
  }));
  const byId = (rows: Row[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const tops = shown.filter((_, index) => products[index]?.parent === null);
  assertMatches(byId(listed), byId(tops), 'the products');
  const categories = (await rowsOf(owner, '/categories')).map(({ name }) => name);
  assert.deepEqual(categories.sort(), model.categories.toSorted(), 'the categories');
  for (const name of model.categories)
    assertMatches(
      byId(await rowsOf(owner, `/products?category=${name.toLowerCase()}`)),
      byId(tops.filter(({ category }) => category === name)),
      'the products of a category',
    );
  const [last] = products.slice(-1);
  if (last !== undefined) {
    const { data } = ok(await cashier.get(`/products/${last.id}`));
    assert.equal('cost' in data, false, 'a cashier sees no cost');
    assert.equal(data.stock, stockOf(model, last), 'the stock of a product');
  }
  const gone = model.products.findLast(({ is_deleted }) => is_deleted);
  if (gone !== undefined) assert.equal((await owner.get(`/products/${gone.id}`)).status, 404, 'a deleted product');
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

async function compareStock(model: Model, { owner }: ProofShop): Promise<void> {
  const keyOf = (row: Row) => `${row.product_id} ${row.warehouse_id}`;
  const sorted = (rows: Row[]) => rows.toSorted((a, b) => compareText(keyOf(a), keyOf(b)));
  // An empty level may exist or not.
  const levels = (await rowsOf(owner, '/inventory?view=levels')).filter(
    ({ stock, reserved }) => stock !== 0 || reserved !== 0,
  );
  const expected = [...model.levels.values()]
    .filter(({ product, stock, reserved }) => !product.is_deleted && (stock !== 0 || reserved !== 0))
    .map(({ product, warehouse, stock, reserved }) => ({
      ...{
        product_id: product.id,
        warehouse_id: model.shop.warehouses[warehouse],
        stock,
        reserved,
        available: stock - reserved,
      },
      low_stock: product.min_stock !== null && stock - reserved <= product.min_stock,
    }));
  assertMatches(sorted(levels), sorted(expected), 'the levels');
  const moved = new Map<string, unknown[]>();
  for (const row of (await rowsOf(owner, '/inventory/movements')).toReversed()) {
    const { type, quantity, balance } = row;
    moved.set(keyOf(row), [...(moved.get(keyOf(row)) ?? []), { type, quantity, balance }]);
  }
  const ledger = [...model.movements].map(([key, movements]) => {
    const { product, warehouse } = model.levels.get(key) as Level;
    return [`${product.id} ${model.shop.warehouses[warehouse]}`, movements] as const;
  });
  assert.deepEqual(Object.fromEntries(moved), Object.fromEntries(ledger), 'the movements');
}

const tierOf = ({ lifetime }: Customer, unit: bigint) =>
  (['platinum', 'gold', 'silver'] as const).find((tier) => lifetime >= BigInt(tiers[tier]) * unit) ?? 'bronze';

async function compareCustomers(model: Model, { owner }: ProofShop): Promise<void> {
  const unit = 10n ** BigInt(model.settings.digits);
  const rows = await rowsOf(owner, '/customers?sort=created_at,id');
  const customers = notDeleted(model.customers);
  const expected = customers.map((one) => ({ id: one.id, points: Number(one.points), tier: tierOf(one, unit) }));
  const byId = (all: Row[]) => all.toSorted((a, b) => compareText(a.id, b.id));
  assertMatches(byId(rows), byId(expected), 'the customers');
  for (const one of customers.slice(-3)) {
    const { data } = ok(await owner.get(`/customers/${one.id}/loyalty`));
    assertMatches(
      data,
      { points: Number(one.points), lifetime_value: toWire(one.lifetime, model.settings) },
      'the loyalty of a customer',
    );
  }
}

async function compareSales(model: Model, { owner, local }: ProofShop): Promise<void> {
  const { settings } = model;
  const summaryOf = (sale: Sale) => {
    const { items, payments, points_earned, points_redeemed, ...summary } = shownSale(sale, settings);
    return summary;
  };
  const byId = (all: Row[]) => all.toSorted((a, b) => compareText(a.id, b.id));
  assertMatches(byId(await rowsOf(owner, '/transactions')), byId(model.sales.map(summaryOf)), 'the transactions');
  const ofSecond = model.sales.filter(({ branch }) => branch === 1);
  assertMatches(
    byId(await rowsOf(local, '/transactions')),
    byId(ofSecond.map(summaryOf)),
    'the transactions of the second branch',
  );
  for (const sale of model.sales.slice(-4)) {
    const { data } = ok(await owner.get(`/transactions/${sale.id}`));
    // A voided sale earns nothing; the specification does not say what it shows as earned.
    const { points_earned, ...shown } = shownSale(sale, settings);
    assertMatches(data, sale.status === 'voided' ? shown : { ...shown, points_earned }, 'a transaction');
    assert.equal(data.refunds.length, sale.refunds.length, 'the refunds of a transaction');
  }
}

async function compareReports(model: Model, { owner }: ProofShop, days: string): Promise<void> {
  const paid = model.sales.filter(({ status }) => status !== 'pending' && status !== 'voided');
  for (const [index, branch] of [undefined, ...model.shop.branches].entries()) {
    const sales = index === 0 ? paid : paid.filter((sale) => sale.branch === index - 1);
    const { data } = ok(await owner.get(`/reports/sales?${days}${branch === undefined ? '' : `&branch_id=${branch}`}`));
    compareReport(data, sales, model);
  }
  const figures = figuresOf(paid, model);
  const { data: summary } = ok(await owner.get(`/dashboard/summary?${days}`));
  const { total_sales, total_transactions, average_transaction, items_sold, gross_profit, refunds } = figures;
  const isLow = ({ product, stock, reserved }: Level) =>
    !product.is_deleted && product.min_stock !== null && stock - reserved <= product.min_stock;
  assertMatches(
    summary,
    {
      ...{ total_sales, total_transactions, average_transaction, items_sold, gross_profit, refunds },
      new_customers: notDeleted(model.customers).length,
      low_stock_count: [...model.levels.values()].filter(isLow).length,
    },
    'the dashboard',
  );
  const products = notDeleted(model.products);
  const worth = (price: 'cost' | 'price') => sum(products.map((one) => one[price] * BigInt(stockOf(model, one))));
  const { data: goods } = ok(await owner.get('/reports/inventory'));
  assertMatches(
    goods,
    {
      total_products: products.length,
      total_units: products.reduce((units, one) => units + stockOf(model, one), 0),
      value_at_cost: toWire(worth('cost'), model.settings),
      value_at_price: toWire(worth('price'), model.settings),
    },
    'the report of inventory',
  );
}

async function compareRegisters({ registers, settings }: Model, { owner }: ProofShop): Promise<void> {
  for (const { id, shift, shifts, closures } of registers) {
    const numbers = (rows: Row[]) => rows.map(({ number }) => number);
    const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
    const byNumber = 'sort=number';
    const listed = await rowsOf(owner, `/shifts?register_id=${id}&${byNumber}`);
    assert.deepEqual(numbers(listed), upTo(shifts), 'the shifts of a register');
    const closed = await rowsOf(owner, `/closures?register_id=${id}&${byNumber}`);
    assert.deepEqual(numbers(closed), upTo(closures.length), 'the closures of a register');
    const last = closures.at(-1);
    if (last !== undefined) {
      const { data } = ok(await owner.get(`/closures/${closed.at(-1).id}`));
      const { sales, refunds } = data.figures;
      const sums = [sales.amount, refunds.amount];
      assert.deepEqual(sums, [toWire(last.sales, settings), toWire(last.refunds, settings)], 'a closure');
    }
    if (shift === null) continue;
    const { data } = ok(await owner.get(`/shifts/${shift.id}`));
    assert.equal(data.status, shift.status, 'the status of a shift');
    const contents = [...shift.contents].map(([method, amount]) => ({ method, amount: toWire(amount, settings) }));
    const notEmpty = (rows: Row[]) =>
      rows.filter(({ amount }) => amount !== 0).toSorted((a, b) => compareText(a.method, b.method));
    assert.deepEqual(notEmpty(data.expected), notEmpty(contents), 'what a shift should contain');
  }
  const [busiest] = registers.toSorted((a, b) => b.shifts - a.shifts);
  if (busiest !== undefined) await checkJournal(owner, busiest.id);
}

async function compareApprovals(model: Model, shop: ProofShop): Promise<void> {
  const byId = (all: Row[]) => all.toSorted((a, b) => compareText(a.id, b.id));
  for (const person of people) {
    const seen = model.approvals
      .filter((one) => one.requester === person || isApprover(model, person, one))
      .map(shownApproval);
    assertMatches(byId(await rowsOf(shop[person], '/approvals')), byId(seen), `the approvals that the ${person} sees`);
  }
}

function figuresOf(sales: readonly Sale[], { settings }: Model) {
  const refunds = sales.flatMap((sale) => sale.refunds);
  const of = (amounts: readonly bigint[]) => toWire(sum(amounts), settings);
  const net = sum(sales.map(({ total, refunded }) => total - refunded));
  const count = BigInt(sales.length);
  const tax = sum(sales.map((sale) => sale.tax)) - sum(refunds.map((refund) => refund.tax));
  const returned = refunds.flatMap((refund) => refund.lines.map((part) => ({ ...part, refund })));
  const cost =
    sum(sales.flatMap(({ lines }) => lines.map((line) => line.unit_cost * BigInt(line.quantity)))) -
    sum(returned.map(({ line, quantity, refund }) => (refund.is_restocked ? line.unit_cost * BigInt(quantity) : 0n)));
  const sold = sales.flatMap(({ lines }) => lines).reduce((units, line) => units + line.quantity, 0);
  return {
    total_sales: toWire(net, settings),
    total_transactions: sales.length,
    average_transaction: count === 0n ? 0 : toWire((2n * net + count) / (2n * count), settings),
    gross_sales: of(sales.map(({ total, discount }) => total + discount)),
    discounts: of(sales.map(({ discount }) => discount)),
    refunds: of(refunds.map(({ amount }) => amount)),
    rounding: toWire(sum(sales.map(roundingOf)) - sum(refunds.map(({ rounding }) => rounding)), settings),
    ...{ tax: toWire(tax, settings), cost: toWire(cost, settings), gross_profit: toWire(net - tax - cost, settings) },
    items_sold: sold - returned.reduce((units, { quantity }) => units + quantity, 0),
  };
}

function compareReport(report: Row, sales: readonly Sale[], model: Model): void {
  const { settings } = model;
  assertMatches(report, figuresOf(sales, model), 'the report');
  const methods = [...receivedBy(sales)].map(([payment_method, { amount, count }]) => ({
    ...{ payment_method, count, amount: toWire(amount, settings) },
  }));
  const counts = ({ count, amount }: Row) => count !== 0 || amount !== 0;
  const byMethod = (rows: Row[]) =>
    rows.filter(counts).toSorted((a, b) => compareText(a.payment_method, b.payment_method));
  assert.deepEqual(byMethod(report.by_payment_method), byMethod(methods), 'the report, by payment method');
  const products = [...new Set(sales.flatMap(({ lines }) => lines.map(({ product }) => product)))].map((product) => {
    const lines = sales.flatMap((sale) => sale.lines).filter((line) => line.product === product);
    return {
      product_id: product.id,
      quantity_sold: lines.reduce((units, line) => units + line.quantity - line.refunded_quantity, 0),
      revenue: toWire(sum(lines.map((line) => line.total - line.refunded_amount)), settings),
      name: product.name,
    };
  });
  const best = products.sort((a, b) => b.revenue - a.revenue || b.quantity_sold - a.quantity_sold);
  const figures = ({ revenue, quantity_sold }: Row) => ({ revenue, quantity_sold });
  // A product that was refunded completely, or given away and refunded, may be in the list or not.
  const isEmpty = (row: Row) => row.revenue === 0 && row.quantity_sold === 0;
  const sold = (rows: Row[]) => rows.filter((row) => !isEmpty(row));
  assert.deepEqual(
    sold(report.top_products).map(figures),
    sold(best).slice(0, 10).map(figures),
    'the report, by product',
  );
  const known = new Map(best.map((one) => [one.product_id, figures(one)]));
  for (const row of report.top_products)
    assert.deepEqual(known.get(row.product_id), figures(row), 'a product in the report');
}

/** The amount received by each payment method, less refunds, and the number of payments. */
function receivedBy(sales: readonly Sale[]) {
  const received = new Map<string, { amount: bigint; count: number }>();
  const add = (method: string, amount: bigint, count: number) => {
    const before = received.get(method) ?? { amount: 0n, count: 0 };
    received.set(method, { amount: before.amount + amount, count: before.count + count });
  };
  for (const sale of sales) {
    for (const { method, amount } of sale.payments) add(method, amount, 1);
    for (const { method, amount, points_amount, rounding } of sale.refunds) {
      add(method, points_amount - amount - rounding, 0);
      add('points', -points_amount, 0);
    }
  }
  return received;
}
