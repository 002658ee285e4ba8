import type { Minor } from '../kernel/money.ts';

export const formats = ['csv', 'xlsx'] as const;
export type Format = (typeof formats)[number];

/** What stands in a cell; money is kept apart, since each format writes it in its own way. */
export type Cell = string | number | boolean | null | { minor: Minor };

/** What stood in a cell: of CSV always text, of XLSX also what the workbook says it is. Nothing is null. */
export type ReadCell = string | number | boolean | Date | null;

/** A row of a file that has something in it. */
export interface ReadRow {
  /** As the file counts: the first is 1. A record of CSV is one row, however many lines it has. */
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
 * A line of CSV (RFC 4180). Text that a spreadsheet would take for a formula is kept text by an apostrophe before it, as OWASP advises;
 * numbers stay numbers. `unguarded` takes the apostrophe off again.
 */
export const csvLine = (cells: readonly Cell[], digits: number): string => `${cells.map((cell) => csvCell(cell, digits)).join(',')}\r\n`;

function csvCell(cell: Cell, digits: number): string {
  if (cell === null) return '';
  if (typeof cell === 'object') return decimalText(cell.minor, digits);
  if (typeof cell !== 'string') return String(cell);
  const harmless = guarded(cell);
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

// Text that has such an apostrophe of its own gets another: so each text has one way of being written, and is read back as it was.
const guarded = (text: string): string => (/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** Text of a CSV cell without the apostrophe that kept it from being a formula. */
export const unguarded = (text: string): string => (/^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text);
