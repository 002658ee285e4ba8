import { toMajor } from '@tillhouse/core/money';
import { type Static, Type } from 'typebox';
import { day } from '../../platform/validation/fields.ts';
import { type ProductPeriod, product_days_at_most } from './product-sales-rules.ts';
import { salesQuery } from './schemas.ts';

export const productSalesQuery = Type.Object({
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: product_days_at_most,
      default: product_days_at_most,
      description: 'Number of days up to today on the merchant’s calendar',
    }),
  ),
  branch_id: salesQuery.properties.branch_id,
});

const figures = {
  items_sold: Type.Integer({ description: 'Net of returned goods' }),
  total_sales: Type.Number({ description: 'After discounts and refunds, tax included' }),
};

const compared = Type.Object({ start_date: day(), end_date: day(), ...figures });

export const productSales = Type.Object({
  ...compared.properties,
  currency: Type.String({ description: 'ISO 4217' }),
  series: Type.Array(Type.Object({ day: day(), ...figures }), { description: 'Every day, also without sales' }),
  comparison: { ...compared, description: 'As many days before' },
});

interface ProductSales {
  now: ProductPeriod;
  before: ProductPeriod;
  currency: string;
}

export function productSalesToWire({ now, before, currency }: ProductSales): Static<typeof productSales> {
  const toWire = ({ items_sold, total_sales }: Pick<ProductPeriod, 'items_sold' | 'total_sales'>) => ({
    items_sold: Number(items_sold),
    total_sales: toMajor(total_sales, currency),
  });
  const days = ({ start_date, end_date }: ProductPeriod) => ({ start_date, end_date });
  return {
    ...days(now),
    ...toWire(now),
    currency,
    series: now.series.map((row) => ({ day: row.day, ...toWire(row) })),
    comparison: { ...days(before), ...toWire(before) },
  };
}
