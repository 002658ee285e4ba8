import { toMajor } from '@tillhouse/core/money';
import { type Static, Type } from 'typebox';
import { amount, nullable } from '../../platform/validation/fields.ts';
import { type Figures, grossProfitOf, marginOf, totalOf } from './rules.ts';

/** The figures of a row, as in the sales report. The rows of a report add up to it. */
export const rowFigures = {
  gross_sales: Type.Number({ description: 'Before discounts and refunds, tax included' }),
  discounts: amount(),
  refunds: amount(),
  total_sales: Type.Number({ description: 'gross_sales − discounts − refunds' }),
  tax: Type.Number({ description: 'Net of refunded tax' }),
  cost: Type.Number({ description: 'Cost of goods sold, net of restocked goods' }),
  gross_profit: Type.Number({ description: 'total_sales − tax − cost' }),
  margin: {
    ...nullable(Type.Number()),
    description: 'gross_profit in percent of total_sales − tax; null if that is not above 0',
  },
  items_sold: Type.Integer({ description: 'Net of returned goods' }),
};

export const totalTransactions = Type.Integer({ description: 'Completed sales, refunded ones too' });

const row = Type.Object(rowFigures);

export const figuresToWire = (figures: Omit<Figures, 'sales'>, currency: string): Static<typeof row> => ({
  gross_sales: toMajor(figures.gross, currency),
  discounts: toMajor(figures.discounts, currency),
  refunds: toMajor(figures.refunds, currency),
  total_sales: toMajor(totalOf(figures), currency),
  tax: toMajor(figures.tax, currency),
  cost: toMajor(figures.cost, currency),
  gross_profit: toMajor(grossProfitOf(figures), currency),
  margin: marginOf(figures),
  items_sold: Number(figures.items_sold),
});
