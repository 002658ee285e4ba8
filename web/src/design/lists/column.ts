import type { ReactNode } from 'react';

/** A column of a list. */
export interface Column<Row> {
  id: string;
  title: string;
  /** A track of a CSS grid: `minmax(180px, 2fr)`. */
  width: string;
  isNumber?: boolean;
  /** Name of the field in the service's `sort` parameter. */
  field?: string;
  show(row: Row): ReactNode;
}
