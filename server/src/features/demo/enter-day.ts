import type { Actor, OperationContext } from '../../core/actor.ts';
import type { Day } from '../../core/calendar.ts';
import type { Timestamp } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { createProduct } from '../catalogue/create-product.ts';
import { listSellables } from '../catalogue/find-sellables.ts';
import { listProducts, type Sellable } from '../catalogue/queries.ts';
import { createCustomer } from '../customers/change-customers.ts';
import { listLivingCustomers } from '../customers/find-customers.ts';
import { adjustStock } from '../inventory/adjust-stock.ts';
import { lockedLevel, lockLevels, postMoves } from '../inventory/move-stock.ts';
import { findLocations } from '../merchant/find-locations.ts';
import type { SellingLocation } from '../merchant/queries.ts';
import type { Facts, Order } from '../sales/prepare-sale.ts';
import { recordSales } from '../sales/record-sale.ts';
import { refundSale } from '../sales/refund-sale.ts';
import { voidSale } from '../sales/void-sale.ts';
import { customers, emailOf, fullStockOf, goods, minStockOf, priceIn } from './goods-rules.ts';
import { actsOn, type Plan, type PlannedAct, type PlannedSale } from './plan-rules.ts';
import { idOf, tenderOf } from './rules.ts';

export interface DemoShop {
  /** The owner, who is the actor of all operations. */
  actor: Actor;
  plan: Plan;
  /** Ids of the goods by SKU; filled when the catalogue is opened. */
  products: Map<string, string>;
}

/** The data of the shop that a day needs. */
interface Premises extends DemoShop {
  locationOf: Facts['locationOf'];
  location: SellingLocation;
  sellables: Map<string, Sellable>;
}

type Act<Type extends PlannedAct['type']> = Extract<PlannedAct, { type: Type }>;

/**
 * Enters a day of a demo shop by the operations of real requests, each at its time. Operations that are rejected, because
 * the owner changed something meanwhile, are skipped.
 * @returns the number of recorded sales
 */
export async function enterDay(tx: Transaction, shop: DemoShop, day: Day): Promise<number> {
  const acts = actsOn(shop.plan, day);
  const opening = acts.find(({ type }) => type === 'opening');
  if (opening !== undefined) await openCatalogue(tx, contextAt(shop, opening.at), shop.products);
  const [locationOf, sellables] = await Promise.all([
    findLocations(tx, [shop.actor.branch_id]),
    listSellables(tx, [...shop.products.values()]),
  ]);
  const location = locationOf(shop.actor.branch_id);
  if (location === undefined) throw new Error('a merchant without a branch to sell in');
  const premises: Premises = { ...shop, locationOf, location, sellables };
  let recorded = 0;
  for (const group of inGroups(acts)) {
    const [first] = group;
    if (first?.type === 'sale') recorded += await enterSales(tx, premises, group as Act<'sale'>[]);
    else if (first?.type === 'delivery') await deliver(tx, premises, first);
    else if (first !== undefined && first.type !== 'opening')
      await unlessRefused(tx, () => enterAct(tx, premises, first));
  }
  return recorded;
}

const contextAt = ({ actor }: DemoShop, now: Timestamp): OperationContext => ({ actor, now });

/** Consecutive sales are posted together. */
function inGroups(acts: readonly PlannedAct[]): PlannedAct[][] {
  const groups: PlannedAct[][] = [];
  for (const act of acts) {
    const last = groups.at(-1);
    if (act.type === 'sale' && last?.[0]?.type === 'sale') last.push(act);
    else groups.push([act]);
  }
  return groups;
}

async function unlessRefused(tx: Transaction, work: () => Promise<unknown>): Promise<void> {
  try {
    await tx.attempt(work);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'UNAVAILABLE') throw error;
  }
}

async function enterAct(
  tx: Transaction,
  shop: Premises,
  act: Exclude<PlannedAct, Act<'sale' | 'delivery' | 'opening'>>,
): Promise<unknown> {
  const { merchant } = shop.actor;
  const ctx = contextAt(shop, act.at);
  const idOfSale = ({ name, at }: PlannedSale) => idOf(merchant.id, name, at);
  switch (act.type) {
    case 'customer': {
      const name = customers[act.customer] ?? '';
      return createCustomer(tx, ctx, { id: customerId(shop, act.customer), name, email: emailOf(name) });
    }
    case 'void':
      return voidSale(tx, ctx, { id: idOfSale(act.sale), reason: act.reason });
    case 'refund': {
      const { sale, reason, restock, isWhole } = act;
      const part = isWhole ? {} : { items: [{ line_no: 1, quantity: 1 }] };
      return refundSale(tx, ctx, { sale_id: idOfSale(sale), reason, restock, payment_method: null, ...part });
    }
    case 'waste':
    case 'count':
      return enterChange(tx, shop, act);
  }
}

async function enterChange(
  tx: Transaction,
  { actor, location, products }: Premises,
  act: Act<'waste' | 'count'>,
): Promise<unknown> {
  const product_id = products.get(act.sku);
  if (product_id === undefined) return undefined;
  const ctx = { actor, now: act.at };
  if (act.type === 'waste')
    return adjustStock(tx, ctx, { product_id, quantity: act.quantity, type: 'subtraction', reason: act.reason });
  const key = { product_id, warehouse_id: location.warehouse_id };
  const { on_hand } = lockedLevel(await lockLevels(tx, [key], act.at), key);
  const quantity = Math.max(0, on_hand - act.missing);
  return adjustStock(tx, ctx, { ...key, quantity, type: 'adjustment', reason: 'Monthly count' });
}

/** A customer has the same id on all days. */
const customerId = ({ actor, plan }: DemoShop, customer: number): string =>
  idOf(actor.merchant.id, `customer ${customer}`, `${plan.first_day}T00:00:00.000Z`);

/** Restocks products that are nearly sold out, and all that are delivered daily. */
async function deliver(
  tx: Transaction,
  { actor, location, products, sellables }: Premises,
  { at, skus }: Act<'delivery'>,
): Promise<void> {
  const { warehouse_id } = location;
  const wanted = goods.flatMap((product) => {
    const product_id = products.get(product.sku) ?? '';
    const isKept = skus.includes(product.sku) && sellables.get(product_id)?.track_stock === true;
    return isKept ? [{ product, key: { product_id, warehouse_id } }] : [];
  });
  const levels = await lockLevels(
    tx,
    wanted.map(({ key }) => key),
    at,
  );
  const moves = wanted.flatMap(({ product, key }) => {
    const { on_hand } = lockedLevel(levels, key);
    const order_at = product.stocking === 'daily' ? fullStockOf(product) - 1 : 1.5 * minStockOf(product);
    if (on_hand > order_at) return [];
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

async function enterSales(tx: Transaction, shop: Premises, acts: readonly Act<'sale'>[]): Promise<number> {
  const { locationOf, sellables } = shop;
  const orders = acts.map(({ sale }) => orderOf(shop, sale));
  const ids = orders.flatMap(({ request }) => request.customer_id ?? []);
  const outcomes = await recordSales(tx, orders, {
    locationOf,
    sellables,
    customers: await listLivingCustomers(tx, [...new Set(ids)]),
  });
  return outcomes.filter((outcome) => 'sale' in outcome).length;
}

const discountOf = (percent: number) => (percent === 0 ? 0n : { percent_ppm: percent * 10_000 });

function orderOf(shop: Premises, { name, at, items, discount_percent, customer, tender }: PlannedSale): Order {
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
      occurred_at: at,
      note: null,
      label: null,
      expected_total: null,
    },
  };
}

/** Creates the products of the demo shop with their opening stock. @returns their ids by SKU */
export async function openCatalogue(
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
