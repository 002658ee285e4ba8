import assert from 'node:assert/strict';
import type { Caller, Reply } from '../../test/caller.ts';
import type { Random } from '../random.ts';
import { ok, type ProofShop } from '../shop.ts';

/** Where a race is run. */
export interface Track {
  shop: ProofShop;
  random: Random;
  /** A staff member who may sell and refund in all branches. */
  anyone(): Caller;
  /** A product of its own. @returns its id */
  aProduct(fields?: Record<string, unknown>): Promise<string>;
  /** Starts all at the same time. None may get an internal error. */
  together(requests: (() => Promise<Reply>)[]): Promise<Reply[]>;
}

export type Race = (track: Track) => Promise<void>;

export const times = <Made>(count: number, make: (index: number) => Made): Made[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** How many succeeded; all others were refused with this code. */
export function winners(answers: readonly Reply[], code: string): Reply[] {
  for (const { status, body, text } of answers) if (status >= 300) assert.equal(body?.error?.code, code, text);
  return answers.filter(({ status }) => status < 300);
}

type Item = { product_id: string; quantity: number };

export const sell = (caller: Caller, items: Item[], more: object = {}) =>
  caller.post('/transactions', { items, payment_method: 'cash', ...more });

export async function stockOf({ shop }: Track, id: string): Promise<number> {
  return ok(await shop.owner.get(`/products/${id}`)).data.stock;
}

async function balancesOf({ shop }: Track, id: string): Promise<{ type: string; quantity: number; balance: number }[]> {
  return ok(await shop.owner.get(`/inventory/movements?product_id=${id}&limit=100`)).data.toReversed();
}

/** Exactly as many buyers succeed as there are units. */
const lastUnits: Race = async (track) => {
  const units = 1 + track.random.below(10);
  const buyers = 5 + track.random.below(45);
  const product_id = await track.aProduct({ stock: units });
  const answers = await track.together(times(buyers, () => () => sell(track.anyone(), [{ product_id, quantity: 1 }])));
  assert.equal(winners(answers, 'INSUFFICIENT_STOCK').length, Math.min(buyers, units), 'units sold');
  assert.equal(await stockOf(track, product_id), units - Math.min(buyers, units), 'units left');
};

/** The same SKU on two lines of a sale is two units, or none. */
const twoLines: Race = async (track) => {
  const units = 2 + track.random.below(9);
  const product_id = await track.aProduct({ stock: units });
  const item = { product_id, quantity: 1 };
  const answers = await track.together(times(12, () => () => sell(track.anyone(), [item, item])));
  const pairs = Math.floor(units / 2);
  assert.equal(winners(answers, 'INSUFFICIENT_STOCK').length, pairs, 'pairs sold');
  assert.equal(await stockOf(track, product_id), units - 2 * pairs, 'units left');
};

/** A product and its variant, in either order: who waits for one does not hold the other. */
const productAndVariant: Race = async (track) => {
  const [mine, others] = [1 + track.random.below(8), 1 + track.random.below(8)];
  const product_id = await track.aProduct({ stock: mine });
  const path = `/products/${product_id}/variants`;
  const variant = ok(
    await track.shop.owner.post(path, { sku: `V-${product_id}`, name: 'Large', price: 2, stock: others }),
  ).data.id;
  const both = [
    { product_id, quantity: 1 },
    { product_id: variant, quantity: 1 },
  ];
  const answers = await track.together(
    times(16, (index) => () => sell(track.anyone(), index % 2 === 0 ? both : both.toReversed())),
  );
  assert.equal(winners(answers, 'INSUFFICIENT_STOCK').length, Math.min(mine, others), 'pairs sold');
};

/** What was sold once is given back once, as a whole or piece by piece. */
const doubleRefund: Race = async (track) => {
  const product_id = await track.aProduct({ stock: 8 });
  const [whole, pieces] = [
    ok(await sell(track.shop.owner, [{ product_id, quantity: 4 }])).data.id,
    ok(await sell(track.shop.owner, [{ product_id, quantity: 4 }])).data.id,
  ];
  const refund = (id: string, body: object) => () => track.anyone().post(`/transactions/${id}/refund`, body);
  const one = { items: [{ product_id, quantity: 1 }] };
  const answers = await track.together([
    ...times(10, () => refund(whole, {})),
    ...times(10, () => refund(pieces, one)),
  ]);
  assert.equal(winners(answers.slice(0, 10), 'INVALID_STATE').length, 1, 'refunds of the whole');
  assert.equal(winners(answers.slice(10), 'INVALID_STATE').length, 4, 'refunds of a piece');
  assert.equal(await stockOf(track, product_id), 8, 'units left');
};

/** A point is spent once, and the last one is. Nothing else is shared: a level that all of them want would make them queue. */
const points: Race = async (track) => {
  const { owner } = track.shop;
  const enough = 1 + track.random.below(6);
  const over = track.random.below(2) * 99;
  const product_id = await track.aProduct({ track_stock: false, price: 1 });
  const customer_id = ok(await owner.post('/customers', { name: 'Carla' })).data.id;
  ok(
    await owner.post(`/customers/${customer_id}/loyalty/corrections`, {
      points: enough * 100 + over,
      reason: 'a gift',
    }),
  );
  const pay = () => sell(track.anyone(), [{ product_id, quantity: 1 }], { customer_id, payment_method: 'points' });
  const answers = await track.together(times(12, () => pay));
  assert.equal(winners(answers, 'INVALID_STATE').length, enough, 'sales paid by points');
  assert.equal(ok(await owner.get(`/customers/${customer_id}`)).data.points, over, 'points left');
};

/** Opposite transfers do not deadlock, and lose nothing. */
const crossingTransfers: Race = async (track) => {
  const { owner, warehouses } = track.shop;
  const [here, there] = warehouses;
  const product_id = await track.aProduct({ stock: 80 });
  const move = (from_warehouse: string, to_warehouse: string, quantity: number) => () =>
    owner.post('/inventory/transfer', { product_id, from_warehouse, to_warehouse, quantity });
  ok(await move(here, there, 40)());
  const answers = await track.together(
    times(40, (index) => (index % 2 === 0 ? move(here, there, 2) : move(there, here, 2))),
  );
  // There is enough on both sides for all of them, in any order.
  assert.equal(winners(answers, 'nothing').length, 40, 'transfers');
  const levels = ok(await owner.get(`/inventory?product_id=${product_id}`)).data as { stock: number }[];
  assert.deepEqual(
    levels.map(({ stock }) => stock),
    [40, 40],
    'the levels',
  );
};

/** Sales go on while the stock is counted: each counts from what the other left. */
const countsAndSales: Race = async (track) => {
  const product_id = await track.aProduct({ stock: 5 });
  const count = () => track.shop.owner.patch(`/products/${product_id}`, { stock: track.random.below(8) });
  const answers = await track.together(
    times(32, (index) => (index % 4 === 0 ? count : () => sell(track.anyone(), [{ product_id, quantity: 1 }]))),
  );
  const sold = winners(answers, 'INSUFFICIENT_STOCK').filter(({ status }) => status === 201).length;
  const balances = await balancesOf(track, product_id);
  assert.equal(balances.filter(({ type }) => type === 'sale').length, sold, 'movements of sales');
  // Movements of the same moment have no order, but each continues at the balance of another, or at zero.
  const steps = balances.map(({ quantity, balance }) => balance - quantity);
  const stock = await stockOf(track, product_id);
  assert.deepEqual(
    [...steps, stock].sort(),
    [0, ...balances.map(({ balance }) => balance)].sort(),
    'each balance follows from another',
  );
  assert.ok(
    balances.every(({ balance }) => balance >= 0),
    'nothing is sold that is not there',
  );
  const isRefused = answers.some(({ status }) => status === 422);
  if (isRefused)
    assert.ok(
      balances.some(({ balance }) => balance === 0),
      'nobody is refused while there is some',
    );
};

/** A parked sale ends once: paid, or void. */
const parked: Race = async (track) => {
  const product_id = await track.aProduct({ stock: 3 });
  const items = [{ product_id, quantity: 2 }];
  const { id } = ok(await track.shop.owner.post('/transactions', { items, status: 'pending' })).data;
  const complete = () => track.anyone().post(`/transactions/${id}/complete`, { payment_method: 'cash' });
  const cancel = () => track.shop.cashier.post(`/transactions/${id}/void`, {});
  const answers = await track.together(times(12, (index) => (index % 2 === 0 ? complete : cancel)));
  const isForbidden = ({ body }: Reply) => body?.error?.code === 'FORBIDDEN';
  // A cashier who comes too late would undo what was paid, and may not.
  const [won, more] = winners(
    answers.filter((answer) => !isForbidden(answer)),
    'INVALID_STATE',
  );
  assert.ok(won !== undefined && more === undefined, 'one of them ends it');
  const { status } = ok(await track.shop.owner.get(`/transactions/${id}`)).data;
  assert.equal(status, won.body.data.status, 'and that is how it ended');
  const [level] = ok(await track.shop.owner.get(`/inventory?product_id=${product_id}`)).data;
  assert.deepEqual([level.stock, level.reserved], [status === 'completed' ? 1 : 3, 0], 'what is left, and held');
};

/** One key, one effect, the same bytes for everybody. */
const bursts: Race = async (track) => {
  const { owner, warehouses } = track.shop;
  const product_id = await track.aProduct({ stock: 50 });
  const sale = ok(await sell(owner, [{ product_id, quantity: 5 }])).data.id;
  const acts: [path: string, body: object, moved: number][] = [
    ['/transactions', { items: [{ product_id, quantity: 1 }], payment_method: 'cash' }, -1],
    [`/transactions/${sale}/refund`, { items: [{ product_id, quantity: 1 }] }, 1],
    ['/inventory/adjustment', { product_id, quantity: 3, type: 'addition' }, 3],
    ['/inventory/transfer', { product_id, from_warehouse: warehouses[0], to_warehouse: warehouses[1], quantity: 2 }, 0],
  ];
  const [path, body, moved] = track.random.oneOf(acts);
  const before = await balancesOf(track, product_id);
  const key = crypto.randomUUID();
  const answers = await track.together(times(20, () => () => owner.post(path, body, { 'idempotency-key': key })));
  assert.equal(winners(answers, 'nothing').length, 20);
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1, 'the bytes of the answers');
  assert.equal(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true').length, 19, 'replays');
  const after = await balancesOf(track, product_id);
  assert.equal(after.length - before.length, path.endsWith('transfer') ? 2 : 1, 'movements');
  assert.equal(await stockOf(track, product_id), 45 + moved, 'units left');
};

/** Of twins with one SKU one is made. */
const twins: Race = async (track) => {
  const sku = `TWIN-${crypto.randomUUID()}`;
  const parent = await track.aProduct();
  const body = { sku, name: 'Twin', price: 1, stock: 1 };
  const { owner } = track.shop;
  const paths = ['/products', `/products/${parent}/variants`, '/inventory'];
  const answers = await track.together(
    times(
      12,
      (index) => () => owner.post(paths[index % 3] ?? '', index % 3 === 2 ? { ...body, category: 'Twins' } : body),
    ),
  );
  assert.equal(winners(answers, 'DUPLICATE').length, 1, 'products made');
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
