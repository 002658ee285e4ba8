import type { Minor } from '@tillhouse/core/money';

export const formats = ['csv', 'xlsx'] as const;
export type Format = (typeof formats)[number];

/** The value of a cell to write. Money is separate, because each format writes it differently. */
export type Cell = string | number | boolean | null | { minor: Minor };

/** The value of a cell that was read: text in CSV, the workbook's type in XLSX, null if empty. */
export type ReadCell = string | number | boolean | Date | null;

/** A row of a file. */
export interface ReadRow {
  /** From 1. A record of CSV is one row, also with line breaks. */
  row: number;
  cells: readonly ReadCell[];
}

export const money = (minor: Minor): Cell => ({ minor });

/** An amount as decimals, digit by digit: 790 becomes `7.90`. */
export function decimalText(minor: Minor, digits: number): string {
  const sign = minor < 0n ? '-' : '';
  const text = String(minor < 0n ? -minor : minor).padStart(digits + 1, '0');
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/**
 * A line of CSV (RFC 4180). Text that a spreadsheet could take for a formula is kept text by an apostrophe, as OWASP advises, whichever
 * separator the spreadsheet reads the file with; numbers stay numbers. `unguarded` takes the apostrophes off again.
 */
export const csvLine = (cells: readonly Cell[], digits: number): string =>
  `${cells.map((cell) => csvCell(cell, digits)).join(',')}\r\n`;

function csvCell(cell: Cell, digits: number): string {
  if (cell === null) return '';
  if (typeof cell === 'object') return decimalText(cell.minor, digits);
  if (typeof cell !== 'string') return String(cell);
  const harmless = guarded(cell);
  return harmless !== cell || /[",;\t|\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/**
 * Where a cell could begin that a spreadsheet takes for a formula: at the beginning of the text, and, since a spreadsheet that separates
 * cells by another sign does not see our quotation marks, after each separator and line break. Full-width signs count: some spreadsheets
 * read them as the plain ones. Quotation marks and apostrophes before the sign change nothing.
 */
const toGuard = /(?<=^|[,;\t|\r\n])(?=['"]*[=+\-@＝＋－＠])|^(?=['"]*[\t\r\n])/g;
const toUnguard = /(?<=^|[,;\t|\r\n])'(?=['"]*[=+\-@＝＋－＠])|^'(?=['"]*[\t\r\n])/g;

// Text that begins with such an apostrophe gets another one, so that each text is read back unchanged.
const guarded = (text: string): string => text.replace(toGuard, "'");

/** Text of a CSV cell without the apostrophes that kept it from being a formula. */
export const unguarded = (text: string): string => (text.includes("'") ? text.replace(toUnguard, '') : text);
