import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toMinor } from '@tillhouse/core/money';
import { createRandom } from '../../proof/random.ts';
import { toSaleRequest } from '../../server/src/features/sales/request-schemas.ts';
import { priceSale } from '../../server/src/features/sales/rules.ts';
import {
  type Cart,
  contentOf,
  type DiscountInput,
  emptyCart,
  type Goods,
  totalOf,
} from '../../web/src/features/till/cart.ts';

/** Currencies with 0, 2 and 3 decimals. */
const currencies = { JPY: 1, EUR: 100, IDR: 100, KWD: 1_000 } as const;
const carts = 100_000;

test(`the till and the service calculate the same total for ${carts} carts`, () => {
  const random = createRandom(20_261_123);
  const units = (most: number, per: number) => random.below(most) / per;
  let priced = 0;
  for (let cartNumber = 0; cartNumber < carts; cartNumber += 1) {
    const currency = random.oneOf(Object.keys(currencies) as (keyof typeof currencies)[]);
    const per = currencies[currency];
    const merchant = {
      currency,
      tax_mode: random.oneOf(['none', 'inclusive', 'exclusive'] as const),
      tax_rate: units(300_000, 10_000),
    };
    const randomDiscount = (most: number): DiscountInput =>
      random.oneOf([0, { percent: units(1_000_000, 10_000) }, units(most * per, per)]);
    const lines = Array.from({ length: 1 + random.below(5) }, (_, index) => {
      const tax_rate = random.oneOf([null, 0, units(250_000, 10_000)]);
      const goods: Goods = { id: `p${index}`, sku: `P${index}`, name: 'P', price: units(9_999_99, per), tax_rate };
      const quantity = 1 + random.below(20);
      return {
        key: String(index),
        code: 'P',
        quantity,
        price: random.oneOf([null, null, units(9_999_99, per)]),
        discount: randomDiscount(1 + Math.trunc(goods.price * quantity)),
        state: { kind: 'ready', goods } as const,
      };
    });
    const cart: Cart = { ...emptyCart, lines, discount: randomDiscount(50) };
    const body = JSON.parse(JSON.stringify({ ...contentOf(cart), payment_method: 'cash' }));
    const request = toSaleRequest(body, currency);
    const goodsOf = (id: string | null) =>
      lines.find(({ state }) => state.goods.id === id)?.state.goods ?? assert.fail();
    let charged: bigint | undefined;
    try {
      charged = priceSale({
        lines: request.items.map((item) => {
          const { sku, name, price, tax_rate } = goodsOf(item.product_id);
          const amount = toMinor(price, currency) ?? assert.fail();
          const tax_rate_ppm = Math.round((tax_rate ?? merchant.tax_rate) * 10_000);
          return {
            ...item,
            sku,
            name,
            price: item.price ?? amount,
            list_price: amount,
            tax_rate_ppm,
            unit_cost: 0n,
            track_stock: true,
          };
        }),
        discount: request.discount,
        tax_mode: merchant.tax_mode,
      }).total;
    } catch {
      // The discount exceeds its line or sale. The till then shows no total.
    }
    const tillTotal = toMinor(totalOf(cart, merchant), currency);
    assert.equal(tillTotal, charged ?? 0n, JSON.stringify({ merchant, body }));
    if (charged !== undefined) priced += 1;
  }
  assert.ok(priced > carts / 2, `${priced} carts had a price`);
});
