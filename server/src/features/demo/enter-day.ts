import type { Actor, OperationContext } from '../../core/actor.ts';
import type { Day } from '../../core/calendar.ts';
import type { Timestamp } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { createProduct } from '../catalogue/create-product.ts';
import { listSellables } from '../catalogue/find-sellables.ts';
import { listProducts } from '../catalogue/list-queries.ts';
import type { Sellable } from '../catalogue/queries.ts';
import { createCustomer } from '../customers/change-customers.ts';
import { listExistingCustomers } from '../customers/find-customers.ts';
import { adjustStock } from '../inventory/adjust-stock.ts';
import { lockedLevel, lockLevels, postMoves } from '../inventory/move-stock.ts';
import { findLocations } from '../merchant/find-locations.ts';
import type { SellingLocation } from '../merchant/queries.ts';
import type { Order, ReferencedRecords } from '../sales/prepare-sale.ts';
import { recordSales } from '../sales/record-sale.ts';
import { refundSale } from '../sales/refunds/refund-sale.ts';
import { voidSale } from '../sales/refunds/void-sale.ts';
import { customers, emailOf, fullStockOf, goods, minStockOf, priceIn } from './goods-rules.ts';
import { operationsOn, type Plan, type PlannedOperation, type PlannedSale } from './plan-rules.ts';
import { idOf, tenderOf } from './rules.ts';

export interface DemoShop {
  /** The owner, who is the actor of all operations. */
  actor: Actor;
  plan: Plan;
  /** Ids of the products by SKU; filled when the catalogue is created. */
  products: Map<string, string>;
}

/** The shop with the data that a day's operations need. */
interface DayContext extends DemoShop {
  locationOf: ReferencedRecords['locationOf'];
  location: SellingLocation;
  sellables: Map<string, Sellable>;
}

type OperationOf<Type extends PlannedOperation['type']> = Extract<PlannedOperation, { type: Type }>;

/**
 * Enters a day of a demo shop with the operations that real requests use, each at its time. Skips operations that are
 * rejected because the owner changed something meanwhile.
 * @returns the number of recorded sales
 */
export async function enterDay(tx: Transaction, shop: DemoShop, day: Day): Promise<number> {
  const operations = operationsOn(shop.plan, day);
  const opening = operations.find(({ type }) => type === 'opening');
  if (opening !== undefined) await createCatalogue(tx, operationContext(shop, opening.at), shop.products);
  const [locationOf, sellables] = await Promise.all([
    findLocations(tx, [shop.actor.branch_id]),
    listSellables(tx, [...shop.products.values()]),
  ]);
  const location = locationOf(shop.actor.branch_id);
  if (location === undefined) throw new Error('a merchant without a branch to sell in');
  const context: DayContext = { ...shop, locationOf, location, sellables };
  let recorded = 0;
  for (const group of groupSales(operations)) {
    const [first] = group;
    if (first?.type === 'sale') recorded += await enterSales(tx, context, group as OperationOf<'sale'>[]);
    else if (first?.type === 'delivery') await deliver(tx, context, first);
    else if (first !== undefined && first.type !== 'opening')
      await skipIfRejected(tx, () => enterOperation(tx, context, first));
  }
  return recorded;
}

const operationContext = ({ actor }: DemoShop, now: Timestamp): OperationContext => ({ actor, now });

/** Groups consecutive sales, which are recorded together. */
function groupSales(operations: readonly PlannedOperation[]): PlannedOperation[][] {
  const groups: PlannedOperation[][] = [];
  for (const operation of operations) {
    const last = groups.at(-1);
    if (operation.type === 'sale' && last?.[0]?.type === 'sale') last.push(operation);
    else groups.push([operation]);
  }
  return groups;
}

async function skipIfRejected(tx: Transaction, work: () => Promise<unknown>): Promise<void> {
  try {
    await tx.attempt(work);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'UNAVAILABLE') throw error;
  }
}

async function enterOperation(
  tx: Transaction,
  shop: DayContext,
  operation: Exclude<PlannedOperation, OperationOf<'sale' | 'delivery' | 'opening'>>,
): Promise<unknown> {
  const { merchant } = shop.actor;
  const ctx = operationContext(shop, operation.at);
  const idOfSale = ({ name, at }: PlannedSale) => idOf(merchant.id, name, at);
  switch (operation.type) {
    case 'customer': {
      const name = customers[operation.customer] ?? '';
      return createCustomer(tx, ctx, { id: customerId(shop, operation.customer), name, email: emailOf(name) });
    }
    case 'void':
      return voidSale(tx, ctx, { id: idOfSale(operation.sale), reason: operation.reason, register_id: null });
    case 'refund': {
      const { sale, reason, restock, isWhole } = operation;
      const part = isWhole ? {} : { items: [{ line_no: 1, quantity: 1 }] };
      const request = { sale_id: idOfSale(sale), reason, restock, payment_method: null, register_id: null };
      return refundSale(tx, ctx, { ...request, ...part });
    }
    case 'waste':
    case 'count':
      return enterChange(tx, shop, operation);
  }
}

async function enterChange(
  tx: Transaction,
  { actor, location, products }: DayContext,
  operation: OperationOf<'waste' | 'count'>,
): Promise<unknown> {
  const product_id = products.get(operation.sku);
  if (product_id === undefined) return undefined;
  const ctx = { actor, now: operation.at };
  if (operation.type === 'waste')
    return adjustStock(tx, ctx, {
      product_id,
      quantity: operation.quantity,
      type: 'subtraction',
      reason: operation.reason,
    });
  const key = { product_id, warehouse_id: location.warehouse_id };
  const { on_hand } = lockedLevel(await lockLevels(tx, [key], operation.at), key);
  const quantity = Math.max(0, on_hand - operation.missing);
  return adjustStock(tx, ctx, { ...key, quantity, type: 'adjustment', reason: 'Monthly count' });
}

/** A customer has the same id on all days. */
const customerId = ({ actor, plan }: DemoShop, customer: number): string =>
  idOf(actor.merchant.id, `customer ${customer}`, `${plan.first_day}T00:00:00.000Z`);

/** Restocks products that are nearly sold out, and all that are delivered daily. */
async function deliver(
  tx: Transaction,
  { actor, location, products, sellables }: DayContext,
  { at, skus }: OperationOf<'delivery'>,
): Promise<void> {
  const { warehouse_id } = location;
  const deliverable = goods.flatMap((product) => {
    const product_id = products.get(product.sku) ?? '';
    const isTracked = skus.includes(product.sku) && sellables.get(product_id)?.track_stock === true;
    return isTracked ? [{ product, key: { product_id, warehouse_id } }] : [];
  });
  const levels = await lockLevels(
    tx,
    deliverable.map(({ key }) => key),
    at,
  );
  const moves = deliverable.flatMap(({ product, key }) => {
    const { on_hand } = lockedLevel(levels, key);
    const reorder_point = product.stocking === 'daily' ? fullStockOf(product) - 1 : 1.5 * minStockOf(product);
    if (on_hand > reorder_point) return [];
    const quantity = fullStockOf(product) - on_hand;
    return [
      {
        ...key,
        quantity,
        type: 'addition' as const,
        reason: 'Delivery',
        reference: `DN-${at.slice(2, 10).replaceAll('-', '')}`,
      },
    ];
  });
  await postMoves(tx, { actor, now: at }, { levels, moves });
}

async function enterSales(
  tx: Transaction,
  shop: DayContext,
  operations: readonly OperationOf<'sale'>[],
): Promise<number> {
  const { locationOf, sellables } = shop;
  const orders = operations.map(({ sale }) => orderOf(shop, sale));
  const ids = orders.flatMap(({ request }) => request.customer_id ?? []);
  const outcomes = await recordSales(tx, orders, {
    locationOf,
    sellables,
    registers: new Map(),
    customers: await listExistingCustomers(tx, [...new Set(ids)]),
  });
  return outcomes.filter((outcome) => 'sale' in outcome).length;
}

const discountOf = (percent: number) => (percent === 0 ? 0n : { percent_ppm: percent * 10_000 });

function orderOf(shop: DayContext, { name, at, items, discount_percent, customer, tender }: PlannedSale): Order {
  const { actor, products, sellables } = shop;
  const lines = items.map((item) => ({ ...item, product_id: products.get(item.sku) ?? '' }));
  const subtotal = lines.reduce(
    (sum, { product_id, quantity }) => sum + (sellables.get(product_id)?.price ?? 0n) * BigInt(quantity),
    0n,
  );
  return {
    ctx: { actor, now: at },
    request: {
      id: idOf(actor.merchant.id, name, at),
      status: 'completed',
      items: lines.map((line) => ({
        product_id: line.product_id,
        name: null,
        quantity: line.quantity,
        discount: discountOf(line.discount_percent),
        tax_rate_ppm: null,
      })),
      discount: discountOf(discount_percent),
      tender: tenderOf(tender, subtotal, actor.merchant),
      customer_id: customer === null ? null : customerId(shop, customer),
      branch_id: null,
      register_id: null,
      occurred_at: at,
      note: null,
      label: null,
      expected_total: null,
    },
  };
}

/** Creates the products of the demo shop with their opening stock. @returns their ids by SKU */
export async function createCatalogue(
  tx: Transaction,
  ctx: OperationContext,
  products: Map<string, string>,
): Promise<void> {
  const { currency } = ctx.actor.merchant;
  for (const product of goods) {
    const { sku, name, category, stocking } = product;
    const stock =
      stocking === 'made' ? { track_stock: false } : { stock: fullStockOf(product), min_stock: minStockOf(product) };
    const prices = { price: priceIn(currency, product.price), cost: priceIn(currency, product.cost) };
    const { id } = await createProduct(tx, ctx, { sku, name, category, ...prices, ...stock });
    products.set(sku, id);
  }
}

/** The ids of the existing products by SKU. */
export async function readCatalogue(db: Handle): Promise<Map<string, string>> {
  const { rows } = await listProducts(db, {}, { sort: 'sku', sees_costs: false, paging: { page: 1, limit: 100 } });
  const skus = new Set(goods.map(({ sku }) => sku));
  return new Map(rows.filter(({ sku }) => skus.has(sku)).map(({ sku, id }) => [sku, id]));
}
