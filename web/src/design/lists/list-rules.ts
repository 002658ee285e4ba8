import type { PhonePlace } from './column.ts';

/** Rows that the list loads together. */
export const rowsOfPage = 100;

/** The page of a row, from 1. @param index from 0 */
export const pageOf = (index: number): number => Math.floor(index / rowsOfPage) + 1;

export const placeInPage = (index: number): number => index % rowsOfPage;

/** The pages of these rows without the first, which is always loaded. */
export const laterPagesOf = (indexes: readonly number[]): number[] =>
  [...new Set(indexes.map(pageOf))].filter((page) => page > 1);

/** The sum of the widths in pixels with which tracks of a CSS grid begin: `minmax(180px, 2fr)`. */
export const minWidthOf = (tracks: readonly string[]): number =>
  tracks.reduce((sum, track) => sum + Number(/\d+/.exec(track)?.[0] ?? 0), 0);

/** How many of the rows are selected. */
export function selectionState(chosen: number, total: number): 'none' | 'some' | 'all' {
  if (chosen === 0) return 'none';
  return chosen >= total ? 'all' : 'some';
}

/** Browsers limit the height of an element to about thirty million pixels. Filters reach the rows beyond. */
const height_at_most_px = 30_000_000;
const rows_at_most = 500_000;

/** How many of the rows can be scrolled to. */
export const shownRows = (total: number, rowHeight_px: number): number =>
  Math.min(total, rows_at_most, Math.floor(height_at_most_px / rowHeight_px));

/** Class names of a cell: its place on a phone, and its alignment. */
export const cellClass = (phone: PhonePlace = 'detail', isNumber = false): string =>
  isNumber ? `list-cell on-${phone} number figures` : `list-cell on-${phone}`;
