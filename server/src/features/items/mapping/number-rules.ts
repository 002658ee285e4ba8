import { currencyDigits } from '@tillhouse/core/money';
import { invalidField } from '../../../core/errors.ts';
import type { ReadCell } from '../../../platform/files/cells.ts';
import {
  type DecimalSign,
  decimalSignIn,
  type NumberStyle,
  withoutCurrency,
} from '../../../platform/files/number-style-rules.ts';
import type { OwnColumn, StockColumn } from '../import-rules.ts';
import type { Layout } from './mapping-rules.ts';

/** What a number is: an amount of a currency, a quantity, or a percentage. */
type NumberKind = { currency: string } | 'quantity' | 'percentage';

/** How the numbers of one column are written. */
export interface ColumnStyle {
  /** The decimal sign that its other numbers show. */
  sign: DecimalSign | undefined;
  separator: string | undefined;
}

/** The style of a column: that of its own numbers, and else what the other columns with numbers have in common. */
export function columnStyle(style: NumberStyle, at: number, numbers: readonly number[]): ColumnStyle {
  const others = new Set(numbers.flatMap((other) => style.signs[other] ?? []));
  const [common] = others.size === 1 ? others : [];
  return { sign: style.signs[at] ?? common, separator: style.separator };
}

/** Currencies with cents that prices are written without. */
const withoutCents = new Set(['IDR', 'COP']);

/**
 * A number as spreadsheets show it, with a decimal point and without separators of thousands: `1,234.50`, `1.234,50` and
 * `$4.50`. What `12.000` is, other numbers of the file say, and else its currency.
 * @returns undefined for an amount that may be twelve or twelve thousand
 */
export function plainNumber(cell: ReadCell, kind: NumberKind, style: ColumnStyle): ReadCell | undefined {
  if (typeof cell !== 'string') return cell;
  const text = withoutCurrency(cell);
  const either = /^[-+]?[1-9]\d{0,2}([.,])\d{3}$/.exec(text)?.[1] as DecimalSign | undefined;
  const sign = either === undefined ? decimalSignIn(text) : (style.sign ?? usualSign(either, kind, style));
  if (sign === undefined) return either === undefined ? text : undefined;
  return text.replaceAll(sign === '.' ? ',' : '.', '').replace(',', '.');
}

/** The decimal sign of a number such as `12.000`, if no other number of the file shows one. */
function usualSign(written: DecimalSign, kind: NumberKind, { separator }: ColumnStyle): DecimalSign | undefined {
  const other = written === '.' ? ',' : '.';
  // No percentage is above a hundred.
  if (kind === 'percentage') return written;
  if (typeof kind === 'object') {
    const digits = withoutCents.has(kind.currency) ? 0 : currencyDigits(kind.currency);
    if (digits !== 2) return digits === 0 ? other : written;
  }
  // A decimal comma cannot be next to cells that are separated by commas, except in quotation marks.
  if (separator === ';') return ',';
  if (kind === 'quantity' || (separator === ',' && written === ',')) return '.';
  return undefined;
}

const kinds: Partial<Record<OwnColumn, NumberKind>> = {
  stock: 'quantity',
  minStock: 'quantity',
  taxRate: 'percentage',
};

/** Reads the numbers of a file. */
export interface NumberReader {
  /** The number of a column in plain form. @throws AppError if it cannot be told */
  ofColumn(column: OwnColumn, cell: ReadCell): ReadCell;
  ofStock(stock: StockColumn, cell: ReadCell): ReadCell;
  /** A row with its numbers in plain form. */
  ofRow(cells: readonly ReadCell[]): ReadCell[];
}

export function createNumberReader({ heading, stocks }: Layout, currency: string, style: NumberStyle): NumberReader {
  const kindOf = (column: OwnColumn): NumberKind | undefined =>
    column === 'price' || column === 'cost' ? { currency } : kinds[column];
  const numbers = [...heading].filter(([column]) => kindOf(column) !== undefined);
  const positions = [...numbers.map(([, at]) => at), ...stocks.map(({ at }) => at)];
  const styles = new Map(positions.map((at) => [at, columnStyle(style, at, positions)]));
  const plain = (cell: ReadCell, { field, kind, at }: { field: string; kind: NumberKind; at: number }): ReadCell => {
    const number = plainNumber(cell, kind, styles.get(at) ?? { sign: undefined, separator: undefined });
    if (number === undefined)
      throw invalidField(field, 'can be read as two numbers: write it without a separator of thousands');
    return number;
  };
  const ofColumn = (column: OwnColumn, cell: ReadCell): ReadCell => {
    const kind = kindOf(column);
    return kind === undefined ? cell : plain(cell, { field: column, kind, at: heading.get(column) ?? 0 });
  };
  const ofStock = ({ heading: field, at }: StockColumn, cell: ReadCell): ReadCell =>
    plain(cell, { field, kind: 'quantity', at });
  return {
    ofColumn,
    ofStock,
    ofRow(cells) {
      const row = [...cells];
      for (const [column, at] of numbers) row[at] = ofColumn(column, cells[at] ?? null);
      for (const stock of stocks) row[stock.at] = ofStock(stock, cells[stock.at] ?? null);
      return row;
    },
  };
}
