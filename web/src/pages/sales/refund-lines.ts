import type { Answer } from '../../session/types.ts';

/** What of a product can still be brought back. */
export interface Left {
  product_id: string;
  name: string;
  quantity: number;
}

/** A product may stand on several lines of a sale; it is given back by product. */
export function leftOf({ items }: Pick<Answer<'getTransaction'>, 'items'>): Left[] {
  const left = new Map<string, Left>();
  for (const { product_id, name, quantity, refunded_quantity } of items) {
    const before = left.get(product_id)?.quantity ?? 0;
    left.set(product_id, { product_id, name, quantity: before + quantity - refunded_quantity });
  }
  return [...left.values()].filter(({ quantity }) => quantity > 0);
}
