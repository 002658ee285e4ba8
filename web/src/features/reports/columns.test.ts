import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createI18n } from '../../language/create-i18n.ts';
import { enWithAudit } from '../../language/en-audit.ts';
import {
  cellOf,
  chartedColumn,
  columnsFor,
  discountColumns,
  figureColumns,
  narrowOf,
  staffColumns,
  textOf,
  totalsOf,
} from './columns.ts';

const i18n = createI18n('en', enWithAudit, () => undefined);

const row = {
  ...{ items_sold: 1_200, gross_sales: 0.1, discounts: 0, refunds: 0, total_sales: 0.1, tax: 0 },
  ...{ cost: 0, gross_profit: 0, margin: null },
};

test('shows costs, profit and margin only to those who may see costs', () => {
  const names = (mayCosts: boolean) =>
    columnsFor(staffColumns, (what) => mayCosts === (what === 'costs:read')).map(({ name }) => name);
  assert.deepEqual(
    names(true).filter((name) => !names(false).includes(name)),
    ['cost', 'gross_profit', 'margin'],
  );
});

test('shows amounts, counts and percentages in the page’s language, and saves plain numbers', () => {
  const sold = { ...row, total_sales: 1_234.5, margin: 40.5 };
  const shown = figureColumns.map((column) => textOf(sold, column, i18n, 'EUR'));
  assert.deepEqual([shown[0], shown[4], shown[8]], ['1,200', '€1,234.50', '40.5%']);
  const german = createI18n('de', enWithAudit, () => undefined);
  assert.deepEqual(
    [40, 40.25, 40.04].map((margin) => german.share(margin).replace(/\s/, ' ')),
    ['40,0 %', '40,3 %', '40,0 %'],
  );
  assert.deepEqual(figureColumns.map((column) => cellOf(sold, column)).slice(3), [0, 1234.5, 0, 0, 0, 40.5]);
  const margin = figureColumns[8];
  assert.ok(margin);
  assert.deepEqual([textOf(row, margin, i18n, 'EUR'), cellOf(row, margin)], ['–', null]);
});

test('sums amounts exactly, and no percentages', () => {
  const totals = totalsOf([row, { ...row, gross_sales: 0.2 }], figureColumns);
  assert.deepEqual([totals[0], totals[1], totals[8]], [2_400, 0.3, undefined]);
  // A currency such as the Unidad de Fomento has four decimals.
  const [, gross] = totalsOf(
    [
      { ...row, gross_sales: 0.0002 },
      { ...row, gross_sales: 0.1001 },
    ],
    figureColumns,
  );
  assert.equal(gross, 0.1003);
});

test('a narrow table begins with the total, or the first figure, and leaves out details', () => {
  const of = (columns: readonly { name: string }[], texts: number) => {
    const { main, details } = narrowOf(columns as never, texts);
    return { main: columns[main - texts]?.name, details: details.map((at) => columns[at - texts]?.name) };
  };
  assert.deepEqual(of(figureColumns, 2), { main: 'total_sales', details: ['discounts', 'refunds', 'tax', 'cost'] });
  assert.deepEqual(of(discountColumns, 1), { main: 'discounts', details: [] });
});

test('a chart shows the column that orders the products', () => {
  const nameOf = (sort?: string) => chartedColumn(figureColumns, sort)?.name;
  assert.deepEqual(['-quantity', '-gross_profit', '-margin'].map(nameOf), ['items_sold', 'gross_profit', 'margin']);
  assert.deepEqual([nameOf(), nameOf('name')], ['total_sales', 'total_sales']);
  const withoutCosts = columnsFor(figureColumns, (permission) => permission !== 'costs:read');
  assert.equal(chartedColumn(withoutCosts, '-margin'), undefined);
});
