import type { Goods } from '../../web/src/features/till/cart.ts';
import type { SaleCall } from '../../web/src/features/till/sent-sale.ts';
import type { TillEvent } from '../../web/src/features/till/till-state.ts';

const goods = (id: string, price = 1): Goods => ({
  id,
  sku: id.toUpperCase(),
  name: `The ${id}`,
  price,
  tax_rate: null,
});
export const [mug, tea, cake] = [goods('mug', 4), goods('tea', 2.5), goods('cake', 3)];

export const request = { name: 'createTransaction', call: { body: { items: [] } } } as const satisfies SaleCall;

export const scanned = (code: string, quantity = 1): TillEvent => ({ type: 'scanned', code, quantity });
export const found = (key: string, ...all: Goods[]): TillEvent => ({ type: 'found', key, goods: all });
