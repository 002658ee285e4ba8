import type { Act, Recorded, Store } from './acts.ts';
import { stockAtFirst } from './stores.ts';

/** What is to be found of acts at one shop: by table, by the name of the act, in words that the queries of `found.ts` speak too. */
export type Account = Record<
  'sales' | 'refunds' | 'movements' | 'products' | 'keys' | 'levels' | 'rollups',
  Map<string, string>
>;

type Of<Kind> = Extract<Act, { kind: Kind }>;
interface Sold {
  act: Of<'sale'>;
  id: string;
  completed?: Of<'sale'> | Of<'complete'>;
  refund?: Of<'refund'>;
}

const list = (parts: readonly string[]) => parts.toSorted().join(' ');
const linesOf = (items: readonly { product_id: string; quantity: number }[], sign = '') =>
  list(items.map(({ product_id, quantity }) => `${product_id}:${sign}${quantity}`));

/** From what was asked, and the ids that were answered: nothing here asks the service's own figures. */
export function expectedOf(done: readonly Recorded[], store: Store): Account {
  const account: Account = {
    sales: new Map(),
    refunds: new Map(),
    movements: new Map(),
    products: new Map(),
    keys: new Map(),
    levels: new Map(),
    rollups: new Map(),
  };
  const sold = new Map<string, Sold>();
  const [shop, cellar] = store.warehouses;
  const levels = new Map(
    store.products.flatMap(({ id }) =>
      [shop, cellar].map((place) => [`${id} ${place}`, { stock: stockAtFirst, reserved: 0 }]),
    ),
  );
  const move = (product_id: string, warehouse_id: string, quantity: number, reserved = 0) => {
    const level = levels.get(`${product_id} ${warehouse_id}`);
    if (level === undefined) throw new Error('a level that was not opened');
    level.stock += quantity;
    level.reserved += reserved;
  };

  for (const { act, ok } of done) {
    if (ok === undefined) continue;
    account.keys.set(act.name, `${ok.status} ${ok.digest}`);
    if (act.kind === 'sale')
      sold.set(ok.id ?? '', { act, id: ok.id ?? '', ...(act.body.status === 'pending' ? {} : { completed: act }) });
  }
  for (const { act, ok } of done) {
    if (ok === undefined) continue;
    switch (act.kind) {
      case 'complete':
        saleOf(act.sale_id).completed = act;
        break;
      case 'refund': {
        const sale = saleOf(act.sale_id);
        sale.refund = act;
        const back = act.body.items ?? sale.act.body.items;
        for (const { product_id, quantity } of back) move(product_id, shop, quantity);
        account.refunds.set(act.name, [ok.id, act.sale_id, linesOf(back), linesOf(back), 1].join('; '));
        break;
      }
      case 'adjust': {
        const { product_id, warehouse_id, quantity, type } = act.body;
        const change = type === 'addition' ? quantity : -quantity;
        move(product_id, warehouse_id, change);
        account.movements.set(act.name, `${type}:${product_id}:${warehouse_id}:${change}`);
        break;
      }
      case 'transfer': {
        const { product_id, from_warehouse, to_warehouse, quantity } = act.body;
        move(product_id, from_warehouse, -quantity);
        move(product_id, to_warehouse, quantity);
        const ways = [
          `transfer_in:${product_id}:${to_warehouse}:${quantity}`,
          `transfer_out:${product_id}:${from_warehouse}:-${quantity}`,
        ];
        account.movements.set(act.name, list(ways));
        break;
      }
      case 'import':
        account.products.set(
          act.name,
          list(act.rows.map(({ sku, price, stock }) => `${sku}:${price * 100}:${stock}:1`)),
        );
    }
  }
  for (const sale of sold.values()) {
    const held = sale.completed === undefined;
    for (const { product_id, quantity } of sale.act.body.items)
      move(product_id, shop, held ? 0 : -quantity, held ? quantity : 0);
    account.sales.set(sale.act.name, saleInWords(sale));
  }
  for (const [key, { stock, reserved }] of levels) account.levels.set(key, `${stock} ${reserved}`);
  account.rollups.set('sales', String([...sold.values()].filter(({ completed }) => completed !== undefined).length));
  return account;

  function saleOf(id: string): Sold {
    const sale = sold.get(id);
    if (sale === undefined) throw new Error(`${id} is not a known sale`);
    return sale;
  }
}

function saleInWords({ act, id, completed, refund }: Sold): string {
  const { items, customer_id } = act.body;
  const payments = completed?.body.payments ?? [];
  const byPoints = payments.reduce((sum, { method, amount }) => sum + (method === 'points' ? amount : 0), 0);
  const paid = payments.reduce((sum, { amount }) => sum + amount, 0);
  const earned = customer_id === undefined || completed === undefined ? 0 : paid - byPoints;
  const status =
    completed === undefined
      ? 'pending'
      : refund === undefined
        ? 'completed'
        : refund.body.items
          ? 'partially_refunded'
          : 'refunded';
  return [
    id,
    status,
    linesOf(items),
    completed === undefined ? '' : linesOf(items, '-'),
    list(payments.map(({ method, amount, reference }) => `${method}:${amount * 100}:${reference}`)),
    `${earned} ${byPoints * 100}`,
    `${act.body.status === 'pending' ? 1 : 0} ${completed === undefined ? 0 : 1}`,
  ].join('; ');
}
