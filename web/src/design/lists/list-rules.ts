import type { Column, PhonePlace } from './column.ts';

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

/** What leaves a list that is too narrow for all columns, in this order. Everything else stays. */
const leaving: readonly PhonePlace[] = ['hidden', 'detail'];

/**
 * The columns that fit side by side. What a phone hides leaves first, then details; of the same kind the last one leaves
 * first. @param width_px of the list without its boxes; undefined before it is measured
 */
export function columnsThatFit<Row>(columns: readonly Column<Row>[], width_px: number | undefined): Column<Row>[] {
  const fitting = [...columns];
  if (width_px === undefined) return fitting;
  const order = leaving.flatMap((place) => columns.filter(({ phone = 'detail' }) => phone === place).toReversed());
  for (const column of order) {
    if (minWidthOf(fitting.map(({ width }) => width)) <= width_px) break;
    fitting.splice(fitting.indexOf(column), 1);
  }
  return fitting;
}

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
