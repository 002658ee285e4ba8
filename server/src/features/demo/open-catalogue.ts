import type { OperationContext } from '../../core/actor.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { createProduct } from '../catalogue/create-product.ts';
import { listProducts } from '../catalogue/queries.ts';
import { fullStockOf, goods, minStockOf, priceIn } from './goods-rules.ts';

/** Makes the goods of the demo shop, with what is on the shelves when it opens, and says their ids by SKU. */
export async function openCatalogue(tx: Transaction, ctx: OperationContext, products: Map<string, string>): Promise<void> {
  const { currency } = ctx.actor.merchant;
  for (const product of goods) {
    const { sku, name, category, stocking } = product;
    const stock = stocking === 'made' ? { track_stock: false } : { stock: fullStockOf(product), min_stock: minStockOf(product) };
    const prices = { price: priceIn(currency, product.price), cost: priceIn(currency, product.cost) };
    const { id } = await createProduct(tx, ctx, { sku, name, category, ...prices, ...stock });
    products.set(sku, id);
  }
}

/** The ids of the goods by SKU, as far as they are still there. */
export async function readCatalogue(db: Handle): Promise<Map<string, string>> {
  const { rows } = await listProducts(db, {}, { sort: 'sku', sees_costs: false, paging: { page: 1, limit: 100 } });
  const skus = new Set(goods.map(({ sku }) => sku));
  return new Map(rows.filter(({ sku }) => skus.has(sku)).map(({ sku, id }) => [sku, id]));
}
