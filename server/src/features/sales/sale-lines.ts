import type { Minor } from '@tillhouse/core/money';
import type { Discount } from '@tillhouse/core/pricing';
import type { Actor } from '../../core/actor.ts';
import { type AppError, type Detail, invalidState, type ValidationErrors } from '../../core/errors.ts';
import type { Sellable } from '../catalogue/queries.ts';
import { customItemsNotAllowed, isRequired, type LineToSell } from './rules.ts';

/** An item of a request: a product, or a custom item with its own name and price. Amounts in minor units. */
export interface SaleItem {
  product_id: string | null;
  /** For a custom item; a product has its name in the catalogue. */
  name: string | null;
  quantity: number;
  /** Default: the catalogue's price. */
  price?: Minor;
  discount: Discount;
  /** For a custom item; default: the merchant's rate. */
  tax_rate_ppm: number | null;
}

interface ItemsToRead {
  items: readonly SaleItem[];
  actor: Actor;
  sellables: ReadonlyMap<string, Sellable>;
  /** The lines of the parked sale being changed: their prices need no second permission, up to the parked quantity. */
  parked?: readonly Pick<LineToSell, 'product_id' | 'price' | 'list_price' | 'quantity'>[];
  /** The validation errors of the sale so far; thrown once its items are read. */
  errors: ValidationErrors;
}

interface ReadLines {
  lines: LineToSell[];
  /** The fields of prices that differ from the catalogue's, without those that the sale was parked with. */
  overridden: Detail[];
  /** INVALID_STATE for inactive products, naming all of their items. */
  inactiveError: AppError | undefined;
}

/**
 * The lines of a sale, at the prices of the request or the catalogue.
 * @throws AppError VALIDATION_ERROR
 */
export function readLines({ items, actor, sellables, parked = [], errors }: ItemsToRead): ReadLines {
  const takeParked = parkedAllowance(parked);
  const inactive: Detail[] = [];
  const overridden: Detail[] = [];
  const lines = items.flatMap((item, index): LineToSell[] => {
    if (item.product_id === null) return customLine(item, { index, actor, errors });
    const sellable = sellables.get(item.product_id);
    if (sellable === undefined) {
      errors.add(`items[${index}].product_id`, 'is not a product of this merchant');
      return [];
    }
    if (sellable.status !== 'active')
      inactive.push({ field: `items[${index}].product_id`, message: `${sellable.name} is inactive` });
    const { price = sellable.price, quantity } = item;
    const list_price = price === sellable.price ? price : takeParked(sellable.id, price, quantity);
    if (list_price === undefined)
      overridden.push({ field: `items[${index}].price`, message: 'differs from the catalogue’s price' });
    const line = productLine(item, sellable, actor.merchant.tax_rate_ppm);
    return [{ ...line, list_price: list_price ?? sellable.price }];
  });
  errors.throwIfAny();
  const inactiveError =
    inactive.length === 0 ? undefined : invalidState('An inactive product cannot be sold', inactive);
  return { lines, overridden, inactiveError };
}

/**
 * Returns a function that uses up parked quantities: the list price of that time, if this quantity was parked at this
 * price and is not used by an earlier item.
 */
function parkedAllowance(
  parked: NonNullable<ItemsToRead['parked']>,
): (product_id: string, price: Minor, quantity: number) => Minor | undefined {
  const unused = new Map<string, { quantity: number; list_price: Minor }>();
  const keyOf = (product_id: string | null, price: Minor) => `${product_id} ${price}`;
  for (const { product_id, price, list_price, quantity } of parked) {
    const key = keyOf(product_id, price);
    unused.set(key, { list_price, quantity: (unused.get(key)?.quantity ?? 0) + quantity });
  }
  return (product_id, price, quantity) => {
    const rest = unused.get(keyOf(product_id, price));
    if (rest === undefined || rest.quantity < quantity) return undefined;
    rest.quantity -= quantity;
    return rest.list_price;
  };
}

const productLine = (item: SaleItem, sellable: Sellable, default_rate_ppm: number): LineToSell => ({
  product_id: sellable.id,
  sku: sellable.sku,
  name: sellable.name,
  quantity: item.quantity,
  price: item.price ?? sellable.price,
  list_price: sellable.price,
  discount: item.discount,
  tax_rate_ppm: sellable.tax_rate_ppm ?? default_rate_ppm,
  unit_cost: sellable.cost,
  track_stock: sellable.track_stock,
});

interface CustomItem {
  index: number;
  actor: Actor;
  errors: ValidationErrors;
}

/** A custom item has no cost, and moves no stock. */
function customLine(item: SaleItem, { index, actor, errors }: CustomItem): LineToSell[] {
  const { merchant } = actor;
  const { name, price } = item;
  if (!merchant.allow_custom_items) errors.add(`items[${index}].product_id`, customItemsNotAllowed);
  else {
    if (name === null) errors.add(`items[${index}].name`, isRequired);
    if (price === undefined) errors.add(`items[${index}].price`, isRequired);
  }
  if (name === null || price === undefined) return [];
  return [
    {
      product_id: null,
      sku: null,
      name,
      quantity: item.quantity,
      price,
      list_price: price,
      discount: item.discount,
      tax_rate_ppm: item.tax_rate_ppm ?? merchant.tax_rate_ppm,
      unit_cost: 0n,
      track_stock: false,
    },
  ];
}
