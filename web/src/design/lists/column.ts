import type { ReactNode } from 'react';

/**
 * Where a phone shows a column. A row has two lines there: title and figure in the first; a status that is not usual,
 * details, and an action at the end, in the second. `lead` is a picture before both. In a window that is too narrow for
 * all columns, what a phone hides leaves first, then details.
 */
export type PhonePlace = 'lead' | 'title' | 'figure' | 'status' | 'detail' | 'action' | 'hidden';

/** A column of a list. */
export interface Column<Row> {
  id: string;
  title: string;
  /** A track of a CSS grid: `minmax(180px, 2fr)`. */
  width: string;
  isNumber?: boolean;
  /** The title is for screen readers only. */
  isTitleHidden?: boolean;
  /** Name of the field in the service's `sort` parameter. */
  field?: string;
  /** Detail, if missing. */
  phone?: PhonePlace;
  /** On a phone its title stands before it. */
  isLabelled?: boolean;
  /** Its link or button, marked with `data-opens`, opens the record, and so does a click on the row. */
  opens?: boolean;
  show(row: Row): ReactNode;
}
