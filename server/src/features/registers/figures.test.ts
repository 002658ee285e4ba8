import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { aRegister } from '../../../../test/registers.ts';
import { aProduct, aShop, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();

interface Amount {
  method: string;
  amount: number;
}

const registers = 3;
const methods = ['cash', 'card', 'qris'] as const;
const at = fc.nat({ max: registers - 1 });
const which = fc.nat();
const amount = fc.integer({ min: 1, max: 500 }).map((cents) => cents / 100);

/** What happens in a shop; `which` chooses one of the sales so far. */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('sell' as const), at, method: fc.constantFrom(...methods), amount }),
  },
  fc.record({ do: fc.constant('sell elsewhere' as const), method: fc.constantFrom(...methods) }),
  fc.record({ do: fc.constant('refund' as const), at, which, method: fc.constantFrom(...methods), amount }),
  fc.record({ do: fc.constant('void' as const), which, at: fc.option(at) }),
  fc.record({ do: fc.constant('move' as const), at, type: fc.constantFrom('paid_in', 'paid_out'), amount }),
  fc.record({ do: fc.constant('undo a movement' as const), at }),
  fc.record({
    do: fc.constant('close' as const),
    at,
    missing: fc.integer({ min: -300, max: 300 }).map((c) => c / 100),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const cents = (value: number) => Math.round(value * 100);

/** A drawer as a person with a pencil keeps it: money goes in and out. In cents. */
type Drawer = Map<string, number>;
const put = (drawer: Drawer, method: string, value: number) => drawer.set(method, (drawer.get(method) ?? 0) + value);

/** The price of what is sold, in cents, and what its cash payment is rounded to. */
const price = 498;
const priceInCash = 500;

/** What is paid for a sale by this method. */
const paidBy = (method: string) => (method === 'cash' ? priceInCash : price);

async function playDay(shop: Shop, steps: readonly Step[]): Promise<void> {
  const { owner } = shop;
  const product = await aProduct(shop, { price: price / 100, stock: 100_000 });
  await owner.put('/merchant', { cash_rounding: 0.05 });
  const ids = await Promise.all(Array.from({ length: registers }, async () => (await aRegister(shop)).id as string));
  const drawers: Drawer[] = [];
  const shifts: string[] = [];
  const sales: { id: string; paid: string; drawer: Drawer | undefined }[] = [];
  const outside: Drawer = new Map();
  const all: Drawer[] = [];
  /** How many of its own sales a drawer voided. */
  const ownVoids = new Map<Drawer, number>();

  async function open(index: number): Promise<void> {
    const opened = await owner.post('/shifts', { register_id: ids[index], counted_float: 20 });
    assert.equal(opened.status, 201, opened.text);
    shifts[index] = opened.body.data.id;
    drawers[index] = new Map([['cash', 2_000]]);
    all.push(drawers[index]);
  }

  /** Closes a shift with `missing` more than the drawer has, and compares all that the closure states. */
  async function close(index: number, missing: number): Promise<void> {
    const drawer = drawers[index] ?? assert.fail('a drawer');
    const honest = (drawer.get('cash') ?? 0) / 100;
    const counted = Math.max(0, cents(honest + missing)) / 100;
    await owner.post(`/shifts/${shifts[index]}/count`, { counted: [{ method: 'cash', amount: 0 }] });
    await owner.post(`/shifts/${shifts[index]}/recount`, { counted: [{ method: 'cash', amount: counted }] });
    const closed = await owner.post(`/shifts/${shifts[index]}/close`, {});
    assert.equal(closed.status, 200, closed.text);
    const { expected, variance, figures } = closed.body.data;
    const stated = new Map((expected as Amount[]).map((row) => [row.method, cents(row.amount)]));
    for (const method of new Set([...drawer.keys(), ...stated.keys()]))
      assert.equal(stated.get(method) ?? 0, drawer.get(method) ?? 0, method);
    assert.deepEqual(variance, [{ method: 'cash', amount: cents(counted - honest) / 100 }]);
    const taken = figures.by_method.reduce(
      (sum: number, row: { sales: number; refunds: number }) => sum + cents(row.sales) - cents(row.refunds),
      0,
    );
    const total = [...stated.values()].reduce((sum, value) => sum + value, 0);
    const otherVoids = cents(figures.voids.amount) - price * (ownVoids.get(drawer) ?? 0);
    const priced = cents(figures.sales.amount) - cents(figures.refunds.amount) - otherVoids;
    assert.equal(taken, priced + cents(figures.rounding));
    assert.equal(taken + 2_000 + cents(figures.paid_in) - cents(figures.paid_out), total);
    await open(index);
  }

  for (const index of ids.keys()) await open(index);
  for (const one of steps) {
    switch (one.do) {
      case 'sell':
      case 'sell elsewhere': {
        const index = 'at' in one ? one.at : undefined;
        const tendered = one.method === 'cash' ? { amount_tendered: 8 } : {};
        const items = [{ product_id: product.id, quantity: 1 }];
        const register_id = index === undefined ? null : ids[index];
        const body = { items, payment_method: one.method, register_id, ...tendered };
        const sold = await owner.post('/transactions', body);
        assert.equal(sold.status, 201, sold.text);
        const drawer = index === undefined ? undefined : drawers[index];
        put(drawer ?? outside, one.method, paidBy(one.method));
        sales.push({ id: sold.body.data.id, paid: one.method, drawer });
        break;
      }
      case 'refund': {
        const sale = sales[one.which % Math.max(1, sales.length)];
        if (sale === undefined) break;
        const body = { amount: one.amount, payment_method: one.method, register_id: ids[one.at] };
        const { status, body: refunded } = await owner.post(`/transactions/${sale.id}/refund`, body);
        if (status !== 201) break;
        const paidOut = cents(refunded.data.amount + refunded.data.rounding);
        put(drawers[one.at] ?? outside, one.method, -paidOut);
        break;
      }
      case 'void': {
        const sale = sales[one.which % Math.max(1, sales.length)];
        if (sale === undefined) break;
        const body = one.at === null ? {} : { register_id: ids[one.at] };
        const { status } = await owner.post(`/transactions/${sale.id}/void`, body);
        const own = sale.drawer !== undefined && drawers.includes(sale.drawer) ? sale.drawer : outside;
        if (status !== 200) break;
        const payer = one.at === null ? own : (drawers[one.at] ?? outside);
        put(payer, sale.paid, -paidBy(sale.paid));
        if (payer === sale.drawer) ownVoids.set(payer, (ownVoids.get(payer) ?? 0) + 1);
        break;
      }
      case 'move': {
        const { type, amount: value } = one;
        await owner.post(`/shifts/${shifts[one.at]}/movements`, { type, amount: value, reason: 'x' });
        put(drawers[one.at] ?? outside, 'cash', type === 'paid_in' ? cents(value) : -cents(value));
        break;
      }
      case 'undo a movement': {
        const path = `/shifts/${shifts[one.at]}/movements`;
        const [last] = (await owner.get(path)).body.data;
        if (last === undefined || last.voided_at !== null) break;
        assert.equal((await owner.post(`${path}/${last.id}/void`, { reason: 'x' })).status, 200);
        put(drawers[one.at] ?? outside, 'cash', (last.type === 'paid_in' ? -1 : 1) * cents(last.amount));
        break;
      }
      case 'close':
        await close(one.at, one.missing);
    }
  }
  for (const index of ids.keys()) await close(index, 0);

  const day = new Date().toISOString().slice(0, 10);
  const report = (await owner.get(`/reports/sales?start_date=2020-01-01&end_date=${day}`)).body.data;
  const reported = new Map(
    (report.by_payment_method as { payment_method: string; amount: number }[]).map((row) => [
      row.payment_method,
      cents(row.amount),
    ]),
  );
  const floats = all.length * 2_000;
  const movements = await movementsOf(shop);
  for (const method of methods) {
    const kept = [...all, outside].reduce((sum, drawer) => sum + (drawer.get(method) ?? 0), 0);
    assert.equal(method === 'cash' ? kept - floats - movements : kept, reported.get(method) ?? 0, method);
  }
}

/** Cash paid in less cash paid out, of all closures, in cents. */
async function movementsOf({ owner }: Shop): Promise<number> {
  const list = (await owner.get('/closures?limit=100')).body.data as { id: string }[];
  const closures = await Promise.all(
    list.map(async ({ id }) => (await owner.get(`/closures/${id}`)).body.data.figures),
  );
  return closures.reduce((sum, { paid_in, paid_out }) => sum + cents(paid_in) - cents(paid_out), 0);
}

test('whatever happens at three registers, each closure states what the drawer has, and all together the report', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) =>
      playDay(await aShop(app), steps),
    ),
    { numRuns: 8, seed: 20, endOnFailure: true },
  );
});
