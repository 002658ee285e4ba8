import type { ReadCell } from './cells.ts';

/** The sign before the decimals of a number. */
export type DecimalSign = '.' | ',';

/** How a file writes its numbers. */
export interface NumberStyle {
  /** The decimal sign of each column; undefined if its numbers do not show it, or contradict each other. */
  signs: readonly (DecimalSign | undefined)[];
  /** What separates the cells of a CSV file; undefined for a workbook. */
  separator: string | undefined;
}

/** Other texts are not numbers. */
const longest = 40;

/** A number as spreadsheets show it, without the sign of its currency: `€ 4,50` and `4,50 €` are `4,50`. */
export const withoutCurrency = (text: string): string =>
  text.trim().replace(/^(?:[$€£¥₹]|Rp\.?|[A-Z]{3})\s*(?=[-+\d])|(?<=\d)\s*(?:[$€£¥₹]|[A-Z]{3})$/g, '');

/**
 * The decimal sign of a number, if it shows it: `1,234.50`, `4.5`, `0.500` and `1,234,567` have a point. `12.000` may be
 * twelve or twelve thousand.
 */
export function decimalSignIn(text: string): DecimalSign | undefined {
  if (text.length > longest) return undefined;
  const written = /^[-+]?(\d*)((?:[.,]\d+)+)$/.exec(withoutCurrency(text));
  if (written === null) return undefined;
  const [, whole = '', rest = ''] = written;
  const signs = rest.replace(/\d/g, '');
  const last = signs.at(-1) as DecimalSign;
  const other = last === '.' ? ',' : '.';
  const before = signs.slice(0, -1);
  // Signs of thousands separate three digits each, and are all the same.
  const groups = /^(?:[.,]\d{3})*$/;
  if (before === '') {
    const isGroup = /^[1-9]\d{0,2}$/.test(whole) && groups.test(rest);
    return isGroup ? undefined : last;
  }
  const isGrouped = /^[1-9]\d{0,2}$/.test(whole) && groups.test(rest.slice(0, rest.lastIndexOf(last)));
  if (!isGrouped) return undefined;
  if (before === other.repeat(before.length)) return last;
  return before === last.repeat(before.length) && groups.test(rest) ? other : undefined;
}

/** Finds the decimal sign of each column of a file, row by row. */
export function createSignFinder(): { add(cells: readonly ReadCell[]): void; signs(): (DecimalSign | undefined)[] } {
  const found: (DecimalSign | 'both' | undefined)[] = [];
  return {
    add(cells) {
      for (const [at, cell] of cells.entries()) {
        if (typeof cell !== 'string' || !/[.,]\d/.test(cell)) continue;
        const sign = decimalSignIn(cell);
        if (sign !== undefined) found[at] = found[at] === undefined || found[at] === sign ? sign : 'both';
      }
    },
    signs: () => Array.from(found, (sign) => (sign === 'both' ? undefined : sign)),
  };
}
