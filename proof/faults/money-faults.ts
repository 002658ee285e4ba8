import { model, race, tests } from './checks.ts';
import type { Fault } from './fault.ts';

const differ = /service and model differ/;

/** Faults of prices, tax, refunds, points and reports. */
export const moneyFaults: readonly Fault[] = [
  {
    name: 'floating-money',
    in: 'toMinor',
    find: 'readDecimal(major, currencyDigits(currency))',
    put: 'BigInt(Math.trunc(major * 10 ** currencyDigits(currency)))',
    breaks: 'Money is multiplied as a floating-point number',
    by: model(),
    says: differ,
  },
  {
    name: 'rounded-down',
    in: 'divideHalfUp',
    find: 'return halves / 2n + (halves % 2n);',
    put: 'return halves / 2n;',
    breaks: 'Amounts are rounded down instead of half up',
    by: model(),
    says: differ,
  },
  {
    name: 'tax-of-the-sale',
    in: 'priceSale',
    find: '      tax: sumOf(lines.map((line) => line.tax)),\n',
    put: '      tax: withTax(sumOf(lines.map((line) => line.total)), lines[0]?.tax_rate_ppm ?? 0, sale.tax_mode === "none" ? "none" : "inclusive").tax,\n',
    breaks: 'Tax is rounded once per sale, and not per line',
    by: model(),
    says: /service and model differ.*I4 /s,
  },
  {
    name: 'price-without-right',
    in: 'priceAct',
    find: 'price_override_roles.includes(role)',
    put: 'price_override_roles.length > 0',
    breaks: 'A cashier without the right to change prices sells at another price',
    by: model(),
    says: differ,
  },
  {
    name: 'refund-unlocked',
    in: 'lockSale',
    find: 'from sales where merchant_id = ${tx.merchant_id} and id = ${id} for update`',
    put: 'from sales where merchant_id = ${tx.merchant_id} and id = ${id}`',
    breaks: 'A sale is refunded, completed and voided without a lock',
    by: race('double refund', 8),
    says: /refunds of|I6 /,
  },
  {
    name: 'customer-unlocked',
    in: 'lockCustomers',
    find: '    order by id for no key update`',
    put: '    order by id`',
    breaks: 'Points are spent without a lock',
    by: race('points'),
    says: /sales paid by points/,
  },
  {
    name: 'points-by-points',
    in: 'toSale',
    find: 'pointsFor(priced.total - paidByPoints(settlement.payments), actor.merchant)',
    put: 'pointsFor(priced.total, actor.merchant)',
    breaks: 'The amount paid by points earns points',
    by: model(),
    says: differ,
  },
  {
    name: 'void-keeps-rollups',
    in: 'voidSale',
    find: '    postRollups(tx, [rollupOfSale(sale, -1)]);\n',
    put: '',
    breaks: 'A voided sale stays in the roll-ups of its day',
    by: model(),
    says: /service and model differ.*I10 /s,
  },
  {
    name: 'utc-day',
    in: 'toSale',
    find: 'const business_day = dayOf(occurred_at, location.timezone);',
    put: "const business_day = dayOf(occurred_at, 'UTC');",
    breaks: 'A business day begins at midnight in UTC, and not at the branch',
    by: tests('server/src/features/reports/figures.test.ts'),
    says: /✖ counts a sale on its local day, even if it arrives late, and a refund on its own day/,
  },
];
