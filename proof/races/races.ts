import assert from 'node:assert/strict';
import type { Caller, Reply } from '../../test/caller.ts';
import type { Random } from '../random.ts';
import { ok, type ProofShop } from '../shop.ts';

/** The shop and the helpers of a race. */
export interface RaceContext {
  shop: ProofShop;
  random: Random;
  /** A random staff member who may sell and refund in all branches. */
  anyCaller(): Caller;
  /** Creates a product. @returns its id */
  createProduct(fields?: Record<string, unknown>): Promise<string>;
  /** Sends all requests at the same time. None may get an internal error. */
  sendAll(requests: (() => Promise<Reply>)[]): Promise<Reply[]>;
}

export type Race = (context: RaceContext) => Promise<void>;

export const times = <Made>(count: number, make: (index: number) => Made): Made[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** The successful responses. @throws AssertionError if another one has a different error code */
export function successes(answers: readonly Reply[], code: string): Reply[] {
  for (const { status, body, text } of answers) if (status >= 300) assert.equal(body?.error?.code, code, text);
  return answers.filter(({ status }) => status < 300);
}

type Item = { product_id: string; quantity: number };

export const sell = (caller: Caller, items: Item[], more: object = {}) =>
  caller.post('/transactions', { items, payment_method: 'cash', ...more });

export async function stockOf({ shop }: RaceContext, id: string): Promise<number> {
  return ok(await shop.owner.get(`/products/${id}`)).data.stock;
}

async function balancesOf(
  { shop }: RaceContext,
  id: string,
): Promise<{ type: string; quantity: number; balance: number }[]> {
  return ok(await shop.owner.get(`/inventory/movements?product_id=${id}&limit=100`)).data.toReversed();
}

/** Exactly as many buyers succeed as there are units. */
const lastUnits: Race = async (context) => {
  const units = 1 + context.random.below(10);
  const buyers = 5 + context.random.below(45);
  const product_id = await context.createProduct({ stock: units });
  const answers = await context.sendAll(
    times(buyers, () => () => sell(context.anyCaller(), [{ product_id, quantity: 1 }])),
  );
  assert.equal(successes(answers, 'INSUFFICIENT_STOCK').length, Math.min(buyers, units), 'units sold');
  assert.equal(await stockOf(context, product_id), units - Math.min(buyers, units), 'units left');
};

/** A sale with the same SKU on two lines gets two units or none. */
const twoLines: Race = async (context) => {
  const units = 2 + context.random.below(9);
  const product_id = await context.createProduct({ stock: units });
  const item = { product_id, quantity: 1 };
  const answers = await context.sendAll(times(12, () => () => sell(context.anyCaller(), [item, item])));
  const pairs = Math.floor(units / 2);
  assert.equal(successes(answers, 'INSUFFICIENT_STOCK').length, pairs, 'pairs sold');
  assert.equal(await stockOf(context, product_id), units - 2 * pairs, 'units left');
};

/** Sales of a product and its variant, in either order, do not deadlock. */
const productAndVariant: Race = async (context) => {
  const [units, variantUnits] = [1 + context.random.below(8), 1 + context.random.below(8)];
  const product_id = await context.createProduct({ stock: units });
  const path = `/products/${product_id}/variants`;
  const variant = ok(
    await context.shop.owner.post(path, { sku: `V-${product_id}`, name: 'Large', price: 2, stock: variantUnits }),
  ).data.id;
  const both = [
    { product_id, quantity: 1 },
    { product_id: variant, quantity: 1 },
  ];
  const answers = await context.sendAll(
    times(16, (index) => () => sell(context.anyCaller(), index % 2 === 0 ? both : both.toReversed())),
  );
  assert.equal(successes(answers, 'INSUFFICIENT_STOCK').length, Math.min(units, variantUnits), 'pairs sold');
};

/** Each unit is refunded once, in one refund or in several. */
const doubleRefund: Race = async (context) => {
  const product_id = await context.createProduct({ stock: 8 });
  const [whole, pieces] = [
    ok(await sell(context.shop.owner, [{ product_id, quantity: 4 }])).data.id,
    ok(await sell(context.shop.owner, [{ product_id, quantity: 4 }])).data.id,
  ];
  const refund = (id: string, body: object) => () => context.anyCaller().post(`/transactions/${id}/refund`, body);
  const one = { items: [{ product_id, quantity: 1 }] };
  const answers = await context.sendAll([
    ...times(10, () => refund(whole, {})),
    ...times(10, () => refund(pieces, one)),
  ]);
  assert.equal(successes(answers.slice(0, 10), 'INVALID_STATE').length, 1, 'refunds of the whole');
  assert.equal(successes(answers.slice(10), 'INVALID_STATE').length, 4, 'refunds of a piece');
  assert.equal(await stockOf(context, product_id), 8, 'units left');
};

/** Each point is spent once, and the last ones can be spent. Stock is not tracked: a shared level would serialize the sales. */
const points: Race = async (context) => {
  const { owner } = context.shop;
  const enough = 1 + context.random.below(6);
  const over = context.random.below(2) * 99;
  const product_id = await context.createProduct({ track_stock: false, price: 1 });
  const customer_id = ok(await owner.post('/customers', { name: 'Carla' })).data.id;
  ok(
    await owner.post(`/customers/${customer_id}/loyalty/corrections`, {
      points: enough * 100 + over,
      reason: 'a gift',
    }),
  );
  const pay = () => sell(context.anyCaller(), [{ product_id, quantity: 1 }], { customer_id, payment_method: 'points' });
  const answers = await context.sendAll(times(12, () => pay));
  assert.equal(successes(answers, 'INVALID_STATE').length, enough, 'sales paid by points');
  assert.equal(ok(await owner.get(`/customers/${customer_id}`)).data.points, over, 'points left');
};

/** Opposite transfers do not deadlock, and lose no stock. */
const crossingTransfers: Race = async (context) => {
  const { owner, warehouses } = context.shop;
  const [here, there] = warehouses;
  const product_id = await context.createProduct({ stock: 80 });
  const move = (from_warehouse: string, to_warehouse: string, quantity: number) => () =>
    owner.post('/inventory/transfer', { product_id, from_warehouse, to_warehouse, quantity });
  ok(await move(here, there, 40)());
  const answers = await context.sendAll(
    times(40, (index) => (index % 2 === 0 ? move(here, there, 2) : move(there, here, 2))),
  );
  // Both warehouses have enough stock for all transfers, in any order.
  assert.equal(successes(answers, 'nothing').length, 40, 'transfers');
  const levels = ok(await owner.get(`/inventory?product_id=${product_id}`)).data as { stock: number }[];
  assert.deepEqual(
    levels.map(({ stock }) => stock),
    [40, 40],
    'the levels',
  );
};

/** Sales continue while the stock is counted. Each change starts from the balance that the previous one left. */
const countsAndSales: Race = async (context) => {
  const product_id = await context.createProduct({ stock: 5 });
  const count = () => context.shop.owner.patch(`/products/${product_id}`, { stock: context.random.below(8) });
  const answers = await context.sendAll(
    times(32, (index) => (index % 4 === 0 ? count : () => sell(context.anyCaller(), [{ product_id, quantity: 1 }]))),
  );
  const sold = successes(answers, 'INSUFFICIENT_STOCK').filter(({ status }) => status === 201).length;
  const balances = await balancesOf(context, product_id);
  assert.equal(balances.filter(({ type }) => type === 'sale').length, sold, 'movements of sales');
  // Movements of the same moment have no order, but each starts from the balance of another one, or from zero.
  const steps = balances.map(({ quantity, balance }) => balance - quantity);
  const stock = await stockOf(context, product_id);
  assert.deepEqual(
    [...steps, stock].sort(),
    [0, ...balances.map(({ balance }) => balance)].sort(),
    'each balance follows from another',
  );
  assert.ok(
    balances.every(({ balance }) => balance >= 0),
    'no balance is below zero',
  );
  const isRefused = answers.some(({ status }) => status === 422);
  if (isRefused)
    assert.ok(
      balances.some(({ balance }) => balance === 0),
      'sales are only rejected when the stock is used up',
    );
};

/** A parked sale is completed or voided, once. */
const parked: Race = async (context) => {
  const product_id = await context.createProduct({ stock: 3 });
  const items = [{ product_id, quantity: 2 }];
  const { id } = ok(await context.shop.owner.post('/transactions', { items, status: 'pending' })).data;
  const complete = () => context.anyCaller().post(`/transactions/${id}/complete`, { payment_method: 'cash' });
  const cancel = () => context.shop.cashier.post(`/transactions/${id}/void`, {});
  const answers = await context.sendAll(times(12, (index) => (index % 2 === 0 ? complete : cancel)));
  const isForbidden = ({ body }: Reply) => body?.error?.code === 'FORBIDDEN';
  // A cashier may not void a sale that is already completed.
  const [first, second] = successes(
    answers.filter((answer) => !isForbidden(answer)),
    'INVALID_STATE',
  );
  assert.ok(first !== undefined && second === undefined, 'exactly one request succeeds');
  const { status } = ok(await context.shop.owner.get(`/transactions/${id}`)).data;
  assert.equal(status, first.body.data.status, 'the status of the sale');
  const [level] = ok(await context.shop.owner.get(`/inventory?product_id=${product_id}`)).data;
  assert.deepEqual([level.stock, level.reserved], [status === 'completed' ? 1 : 3, 0], 'stock and reserved units');
};

/** Concurrent requests with one key have one effect, and get the same bytes. */
const bursts: Race = async (context) => {
  const { owner, warehouses } = context.shop;
  const product_id = await context.createProduct({ stock: 50 });
  const sale = ok(await sell(owner, [{ product_id, quantity: 5 }])).data.id;
  const operations: [path: string, body: object, moved: number][] = [
    ['/transactions', { items: [{ product_id, quantity: 1 }], payment_method: 'cash' }, -1],
    [`/transactions/${sale}/refund`, { items: [{ product_id, quantity: 1 }] }, 1],
    ['/inventory/adjustment', { product_id, quantity: 3, type: 'addition' }, 3],
    ['/inventory/transfer', { product_id, from_warehouse: warehouses[0], to_warehouse: warehouses[1], quantity: 2 }, 0],
  ];
  const [path, body, moved] = context.random.oneOf(operations);
  const before = await balancesOf(context, product_id);
  const key = crypto.randomUUID();
  const answers = await context.sendAll(times(20, () => () => owner.post(path, body, { 'idempotency-key': key })));
  assert.equal(successes(answers, 'nothing').length, 20);
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1, 'the bytes of the responses');
  assert.equal(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true').length, 19, 'replays');
  const after = await balancesOf(context, product_id);
  assert.equal(after.length - before.length, path.endsWith('transfer') ? 2 : 1, 'movements');
  assert.equal(await stockOf(context, product_id), 45 + moved, 'units left');
};

/** Of concurrent requests to create the same SKU, one succeeds. */
const twins: Race = async (context) => {
  const sku = `TWIN-${crypto.randomUUID()}`;
  const parent = await context.createProduct();
  const body = { sku, name: 'Twin', price: 1, stock: 1 };
  const { owner } = context.shop;
  const paths = ['/products', `/products/${parent}/variants`, '/inventory'];
  const answers = await context.sendAll(
    times(
      12,
      (index) => () => owner.post(paths[index % 3] ?? '', index % 3 === 2 ? { ...body, category: 'Twins' } : body),
    ),
  );
  assert.equal(successes(answers, 'DUPLICATE').length, 1, 'products created');
};

export const races = {
  'last units': lastUnits,
  'two lines': twoLines,
  'product and variant': productAndVariant,
  'double refund': doubleRefund,
  points,
  'crossing transfers': crossingTransfers,
  'counts and sales': countsAndSales,
  parked,
  bursts,
  twins,
} satisfies Record<string, Race>;
