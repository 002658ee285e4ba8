import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { aShift } from '../../../../test/registers.ts';
import { aCustomer, aProduct, aShop, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();

const methods = ['cash', 'card', 'voucher', 'points', 'qris'] as const;
const quantity = fc.integer({ min: 1, max: 3 });
const which = fc.nat();
const share = fc.integer({ min: 1, max: 99 });
const items = fc.uniqueArray(fc.record({ product: fc.nat({ max: 3 }), quantity, discount: fc.nat({ max: 300 }) }), {
  selector: ({ product }) => product,
  minLength: 1,
});
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('sell' as const),
      items,
      discount: fc.nat({ max: 500 }),
      split: fc.array(fc.tuple(fc.constantFrom(...methods), share), { maxLength: 3 }),
      elsewhere: fc.boolean(),
    }),
  },
  fc.record({ do: fc.constant('change taxes' as const), mode: fc.constantFrom('none', 'inclusive', 'exclusive') }),
  fc.record({
    do: fc.constant('refund units' as const),
    which,
    quantity: fc.constant(1),
    by: fc.constantFrom(...methods),
  }),
  fc.record({ do: fc.constant('refund an amount' as const), which, share, by: fc.constantFrom(...methods) }),
  fc.record({ do: fc.constant('refund the rest' as const), which }),
  fc.record({ do: fc.constant('void' as const), which, elsewhere: fc.boolean() }),
  fc.record({ do: fc.constant('move' as const), type: fc.constantFrom('paid_in', 'paid_out'), cents: share }),
);
/** The setting for rounding cash. */
const unit = fc.constantFrom(null, 0.05, 1);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const cents = (value: number) => Math.round(value * 100);

interface Row {
  method: string;
  amount: number;
}

interface Line extends Row {
  kind: string;
  debit_account: string;
  credit_account: string;
  tax_rate: number | null;
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** What the postings leave on an account, in cents. */
const balanceOf = (lines: readonly Line[], account: string) =>
  lines.reduce((sum, line) => {
    if (line.debit_account === account) return sum + cents(line.amount);
    return line.credit_account === account ? sum - cents(line.amount) : sum;
  }, 0);

async function playShift(shop: Shop, steps: readonly Step[], cash_rounding: number | null): Promise<void> {
  const { owner } = shop;
  await owner.put('/merchant', { tax_mode: 'inclusive', tax_rate: 19, point_value: 0.01, cash_rounding });
  const customer_id = (await aCustomer(shop)).id;
  await owner.post(`/customers/${customer_id}/loyalty/corrections`, { points: 1_000_000, reason: 'A gift' });
  const products = await Promise.all(
    [
      { price: 9.99 },
      { price: 3.33, tax_rate: 7, category: 'Books' },
      { price: 0.07, category: 'Books' },
      { price: 25, tax_rate: 0 },
    ].map((fields) => aProduct(shop, { stock: 100_000, ...fields })),
  );
  const { id, register_id } = await aShift(shop, { counted_float: 50 });
  const other = await aShift(shop);
  const sales: string[] = [];

  async function play(act: Step): Promise<void> {
    const sale = 'which' in act ? sales[act.which % Math.max(1, sales.length)] : undefined;
    if (act.do === 'change taxes') await owner.put('/merchant', { tax_mode: act.mode });
    else if (act.do === 'move')
      await owner.post(`/shifts/${id}/movements`, { type: act.type, amount: act.cents / 100, reason: 'Coins' });
    else if (act.do === 'sell') {
      const body = {
        customer_id,
        register_id: act.elsewhere ? other.register_id : register_id,
        discount: act.discount / 100,
        items: act.items.map(({ product, quantity: number, discount }) => ({
          product_id: products[product].id,
          quantity: number,
          discount: Math.min(discount, cents(products[product].price)) / 100,
        })),
      };
      const quote = await owner.post('/transactions/quote', body);
      if (quote.status !== 200) return;
      let left = cents(quote.body.data.total_amount);
      const payments = act.split.map(([method, percent]) => {
        const amount = Math.floor((left * percent) / 100);
        left -= amount;
        return { method, amount: amount / 100 };
      });
      const sold = await owner.post('/transactions', {
        ...body,
        payments: [...payments.filter(({ amount }) => amount > 0), { method: 'cash', amount: left / 100 }],
      });
      assert.equal(sold.status, 201, sold.text);
      sales.push(sold.body.data.id);
    } else if (sale !== undefined) await changeSale(act, sale);
  }

  /** Refunds and voids of what is left; others are refused. */
  async function changeSale(act: Step, sale: string): Promise<void> {
    const path = `/transactions/${sale}`;
    const { items: sold, total_amount } = (await owner.get(path)).body.data;
    if (act.do === 'void')
      await owner.post(`${path}/void`, { register_id: act.elsewhere ? other.register_id : register_id });
    if (act.do === 'refund units')
      await owner.post(`${path}/refund`, {
        items: [{ product_id: sold[0].product_id, quantity: act.quantity }],
        payment_method: act.by === 'points' ? 'cash' : act.by,
        register_id,
      });
    if (act.do === 'refund an amount')
      await owner.post(`${path}/refund`, {
        amount: Math.floor((cents(total_amount) * act.share) / 100) / 100,
        payment_method: act.by === 'points' ? 'cash' : act.by,
        register_id,
      });
    if (act.do === 'refund the rest') await owner.post(`${path}/refund`, { register_id });
  }

  for (const act of steps) await play(act);
  await closeAndCompare(shop, { id, float: 50, is_rounded: cash_rounding !== null });
  await closeAndCompare(shop, { id: other.id, float: 100, is_rounded: cash_rounding !== null });
}

async function closeAndCompare(
  { owner }: Shop,
  { id, float, is_rounded }: { id: string; float: number; is_rounded: boolean },
): Promise<void> {
  await owner.post(`/shifts/${id}/count`, { counted: ['cash', 'card'].map((method) => ({ method, amount: 12.34 })) });
  const closed = await owner.post(`/shifts/${id}/close`, {});
  assert.equal(closed.status, 200, closed.text);
  const { id: closure, figures, expected } = closed.body.data;
  const before = (await owner.get(`/closures/${closure}/postings`)).body.data;
  const recount = { counted: [{ method: 'cash', amount: 43.21 }], reason: 'Again' };
  assert.equal((await owner.post(`/closures/${closure}/recounts`, recount)).status, 201);
  const { lines, totals } = (await owner.get(`/closures/${closure}/postings`)).body.data as {
    lines: Line[];
    totals: { debit: number; credit: number };
  };
  assert.ok(lines.every(({ amount, debit_account, credit_account }) => amount > 0 && debit_account !== credit_account));
  assert.deepEqual(totals, { debit: totals.debit, credit: totals.debit });
  assert.equal(
    cents(totals.debit),
    lines.reduce((sum, { amount }) => sum + cents(amount), 0),
  );
  assert.deepEqual(
    lines.filter(({ kind }) => kind !== 'recount'),
    before.lines,
  );

  const counted = new Map([
    ['cash', 4_321],
    ['card', 1_234],
  ]);
  const uncounted = lines.filter(({ kind }) => kind !== 'variance' && kind !== 'recount');
  for (const method of methods) {
    const due = cents((expected as Row[]).find((row) => row.method === method)?.amount ?? 0);
    const atStart = method === 'cash' ? cents(float) : 0;
    assert.equal(balanceOf(uncounted, method), due - atStart, `expected ${method}`);
    assert.equal(balanceOf(lines, method), (counted.get(method) ?? due) - atStart, `counted ${method}`);
  }

  const sold = lines.filter(({ kind }) => kind === 'sale' || kind === 'sale_tax');
  for (const { rate, net, tax } of figures.tax_by_rate) {
    assert.equal(balanceOf(sold, `revenue:${rate}`), 0 - cents(net), `net of ${rate} %`);
    assert.equal(balanceOf(sold, `tax:${rate}`), 0 - cents(tax), `tax of ${rate} %`);
  }
  // The rounding of cash is posted by itself, that of sales and of refunds together.
  const isExact = ({ method }: { method: string }) => method !== 'cash' || !is_rounded;
  for (const { method, sales: amount } of figures.by_method.filter(isExact))
    assert.equal(balanceOf(sold, method), cents(amount), `sales by ${method}`);
  const ofSales = new Set(sold.flatMap((line) => [line.debit_account, line.credit_account]));
  const earned = [...ofSales].filter((account) => /^(revenue|tax)/.test(account));
  assert.equal(0 - sumOf(earned.map((account) => balanceOf(sold, account))), cents(figures.sales.amount));
  assert.equal(balanceOf(lines, 'rounding'), 0 - cents(figures.rounding), 'rounding');
  const back = lines.filter(({ kind }) => kind === 'refund_tax');
  const taxBack = back.reduce(
    (sum, line) => sum + (line.debit_account.startsWith('tax') ? 1 : -1) * cents(line.amount),
    0,
  );
  assert.equal(taxBack, cents(figures.refunds.tax), 'tax of refunds');
}

test('postings of any shift agree with its closure, to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), unit, async (steps, cash_rounding) =>
      playShift(await aShop(app, { currency: 'EUR' }), steps, cash_rounding),
    ),
    { numRuns: 25 },
  );
});
