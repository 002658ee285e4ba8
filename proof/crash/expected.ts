import type { Operation, OperationRecord, Store } from './operations.ts';
import { initialStock } from './stores.ts';

/** The rows of one shop: by table, by name of the operation, and as a text in the format of the queries in `found.ts`. */
export type ShopRecords = Record<
  'sales' | 'refunds' | 'movements' | 'products' | 'keys' | 'levels' | 'rollups' | 'cash' | 'shifts' | 'approvals',
  Map<string, string>
>;

type Of<Kind> = Extract<Operation, { kind: Kind }>;
interface Sold {
  operation: Of<'sale'>;
  id: string;
  completed?: Of<'sale'> | Of<'complete'>;
  refund?: Of<'refund'>;
}

const list = (parts: readonly string[]) => parts.toSorted().join(' ');
const linesOf = (items: readonly { product_id: string; quantity: number }[], sign = '') =>
  list(items.map(({ product_id, quantity }) => `${product_id}:${sign}${quantity}`));

/** Computes the expected rows from the requests and the returned ids only, without figures of the service. */
export function expectedOf(done: readonly OperationRecord[], store: Store): ShopRecords {
  const records: ShopRecords = {
    sales: new Map(),
    refunds: new Map(),
    movements: new Map(),
    products: new Map(),
    keys: new Map(),
    levels: new Map(),
    rollups: new Map(),
    cash: new Map(),
    shifts: new Map(),
    approvals: new Map(),
  };
  const sold = new Map<string, Sold>();
  const [front, cellar] = store.warehouses;
  const levels = new Map(
    store.products.flatMap(({ id }) =>
      [front, cellar].map((warehouse) => [`${id} ${warehouse}`, { stock: initialStock, reserved: 0 }]),
    ),
  );
  const move = (product_id: string, warehouse_id: string, quantity: number, reserved = 0) => {
    const level = levels.get(`${product_id} ${warehouse_id}`);
    if (level === undefined) throw new Error('unknown stock level');
    level.stock += quantity;
    level.reserved += reserved;
  };

  for (const { operation, ok } of done) {
    if (ok === undefined) continue;
    records.keys.set(operation.name, `${ok.status} ${ok.digest}`);
    if (operation.kind === 'sale')
      sold.set(ok.id ?? '', {
        operation,
        id: ok.id ?? '',
        ...(operation.body.status === 'pending' ? {} : { completed: operation }),
      });
  }
  let cash = 0;
  /** The state of each approval, and the number of its events. The operations come in no particular order. */
  const progress = records.approvals;
  for (const { operation, ok } of done) {
    if (ok === undefined) continue;
    switch (operation.kind) {
      case 'complete':
        saleOf(operation.sale_id).completed = operation;
        break;
      case 'refund': {
        const sale = saleOf(operation.sale_id);
        sale.refund = operation;
        const returned = operation.body.items ?? sale.operation.body.items;
        for (const { product_id, quantity } of returned) move(product_id, front, quantity);
        records.refunds.set(
          operation.name,
          [ok.id, operation.sale_id, linesOf(returned), linesOf(returned), 1, shiftOf(operation.body)].join('; '),
        );
        break;
      }
      case 'adjust': {
        const { product_id, warehouse_id, quantity, type } = operation.body;
        const change = type === 'addition' ? quantity : -quantity;
        move(product_id, warehouse_id, change);
        records.movements.set(operation.name, `${type}:${product_id}:${warehouse_id}:${change}`);
        break;
      }
      case 'transfer': {
        const { product_id, from_warehouse, to_warehouse, quantity } = operation.body;
        move(product_id, from_warehouse, -quantity);
        move(product_id, to_warehouse, quantity);
        const movements = [
          `transfer_in:${product_id}:${to_warehouse}:${quantity}`,
          `transfer_out:${product_id}:${from_warehouse}:-${quantity}`,
        ];
        records.movements.set(operation.name, list(movements));
        break;
      }
      case 'pay': {
        const { type, amount } = operation.body;
        if (operation.approval_id !== undefined) progress.set(operation.approval_id, 'consumed:3');
        cash += type === 'paid_in' ? amount : -amount;
        records.cash.set(operation.name, `${type}:${amount * 100}:1`);
        break;
      }
      case 'ask':
        if (!progress.has(ok.id ?? '')) progress.set(ok.id ?? '', 'pending:1');
        break;
      case 'approve':
        if (progress.get(operation.approval_id) !== 'consumed:3') progress.set(operation.approval_id, 'approved:2');
        break;
      case 'import':
        records.products.set(
          operation.name,
          list(operation.rows.map(({ sku, price, stock }) => `${sku}:${price * 100}:${stock}:1`)),
        );
    }
  }
  for (const sale of sold.values()) {
    const isParked = sale.completed === undefined;
    for (const { product_id, quantity } of sale.operation.body.items)
      move(product_id, front, isParked ? 0 : -quantity, isParked ? quantity : 0);
    records.sales.set(sale.operation.name, describeSale(sale));
  }
  for (const [key, { stock, reserved }] of levels) records.levels.set(key, `${stock} ${reserved}`);
  records.rollups.set('sales', String([...sold.values()].filter(({ completed }) => completed !== undefined).length));
  records.shifts.set(store.shift_id, String(cash * 100));
  return records;

  function saleOf(id: string): Sold {
    const sale = sold.get(id);
    if (sale === undefined) throw new Error(`${id} is not a known sale`);
    return sale;
  }
}

/** Where a payment was made or paid back. */
const shiftOf = (body: { register_id?: string | undefined } | undefined) =>
  body?.register_id === undefined ? 'elsewhere' : 'at the register';

function describeSale({ operation, id, completed, refund }: Sold): string {
  const { items, customer_id } = operation.body;
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
    `${operation.body.status === 'pending' ? 1 : 0} ${completed === undefined ? 0 : 1}`,
    // A parked sale is paid at the register where it was parked.
    shiftOf(completed && { register_id: completed.body.register_id ?? operation.body.register_id }),
  ].join('; ');
}
