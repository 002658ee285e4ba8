import type { Minor } from '@tillhouse/core/money';

export const formats = ['csv', 'xlsx'] as const;
export type Format = (typeof formats)[number];

/** The value of a cell to write. A `bigint` is an amount of money, which each format writes differently. */
export type Cell = string | number | boolean | null | Amount;

export type Amount = Minor | Unsummed;

/** An amount that is left out of the sum of its column, such as that of a voided sale. */
interface Unsummed {
  unsummed: Minor;
}

/** The value of a cell that was read: text in CSV, the workbook's type in XLSX, null if empty. */
export type ReadCell = string | number | boolean | Date | null;

/** A row of a file. */
export interface ReadRow {
  /** The number of the row, from 1. A record of CSV with line breaks is one row. */
  row: number;
  cells: readonly ReadCell[];
}

export const unsummed = (minor: Minor): Unsummed => ({ unsummed: minor });

export const isAmount = (cell: Cell): cell is Amount =>
  typeof cell === 'bigint' || (typeof cell === 'object' && cell !== null);

export const minorOf = (amount: Amount): Minor => (typeof amount === 'bigint' ? amount : amount.unsummed);

/** An amount as decimals, digit by digit: 790 becomes `7.90`. */
export function decimalText(minor: Minor, digits: number): string {
  const sign = minor < 0n ? '-' : '';
  const text = String(minor)
    .replace('-', '')
    .padStart(digits + 1, '0');
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/**
 * A line of CSV (RFC 4180). If a spreadsheet could read a text as a formula, an apostrophe marks it as text, as OWASP
 * advises. That holds for each separator with which a spreadsheet may read the file. Numbers stay numbers. `unguarded`
 * removes the apostrophes.
 */
export const csvLine = (cells: readonly Cell[], digits: number): string =>
  `${cells.map((cell) => csvCell(cell, digits)).join(',')}\r\n`;

function csvCell(cell: Cell, digits: number): string {
  if (cell === null) return '';
  if (isAmount(cell)) return decimalText(minorOf(cell), digits);
  if (typeof cell !== 'string') return String(cell);
  return isPlain.test(cell) ? cell : `"${guarded(cell).replaceAll('"', '""')}"`;
}

/** Text that needs no quotation marks: most text. */
const isPlain = /^(?!['"]*[=+\-@＝＋－＠])[^",;\t|\r\n]*$/;

/**
 * The positions at which a spreadsheet could read the beginning of a formula: the beginning of the text, and the
 * position after each separator and line break, because a spreadsheet that uses another separator ignores the quotation
 * marks. Full-width characters count, too, because some spreadsheets read them as the plain ones. Quotation marks and
 * apostrophes before the character make no difference.
 */
const toGuard = /(?<=^|[,;\t|\r\n])(?=['"]*[=+\-@＝＋－＠])|^(?=['"]*[\t\r\n])/g;
const toUnguard = /(?<=^|[,;\t|\r\n])'(?=['"]*[=+\-@＝＋－＠])|^'(?=['"]*[\t\r\n])/g;

// A text that begins with such an apostrophe gets another one, so that each text is read back unchanged.
const guarded = (text: string): string => text.replace(toGuard, "'");

/** The text of a CSV cell without the apostrophes that `guarded` adds. */
export const unguarded = (text: string): string => (text.includes("'") ? text.replace(toUnguard, '') : text);
