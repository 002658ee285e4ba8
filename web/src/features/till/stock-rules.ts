import { type Cart, isReady } from './cart.ts';

/** A product or variant whose stock may limit the sale. */
export interface Checked {
  id: string;
  sku: string;
}

/** The products in the lines and among their choices, each once. */
export function goodsToCheck({ lines }: Pick<Cart, 'lines'>): Checked[] {
  const goods = lines.flatMap(({ state }) =>
    state.kind === 'ready' ? [state.goods] : state.kind === 'choose' ? state.among : [],
  );
  return [
    ...new Map(
      goods.flatMap(({ id, sku }) => (id === null || sku === '' ? [] : [[id, { id, sku }] as const])),
    ).values(),
  ];
}

/** What the parked sale in the cart already holds of each product: the service does not count it as available. */
export function heldBy({ parked_content }: Pick<Cart, 'parked_content'>): ReadonlyMap<string, number> {
  const held = new Map<string, number>();
  if (parked_content === undefined) return held;
  const [{ items }]: [{ items: { product_id?: string; quantity: number }[] }] = JSON.parse(parked_content);
  for (const { product_id, quantity } of items)
    if (product_id !== undefined) held.set(product_id, (held.get(product_id) ?? 0) + quantity);
  return held;
}

/**
 * The lines that sell more of a product than there is, with what there is, by the key of the line. Several lines of a
 * product share its stock: the last of them is named.
 */
export function shortagesOf({ lines }: Pick<Cart, 'lines'>, stock: ReadonlyMap<string, number>): Map<string, number> {
  const sold = new Map<string, { key: string; quantity: number }>();
  for (const line of lines) {
    if (!isReady(line) || line.state.goods.id === null) continue;
    const before = sold.get(line.state.goods.id)?.quantity ?? 0;
    sold.set(line.state.goods.id, { key: line.key, quantity: before + line.quantity });
  }
  return new Map(
    [...sold].flatMap(([id, { key, quantity }]) => {
      const available = stock.get(id);
      return available === undefined || quantity <= available ? [] : [[key, Math.max(0, available)] as const];
    }),
  );
}
