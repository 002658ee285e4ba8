import type { ReactNode } from 'react';

/** What a list shows of each row. */
export interface Column<Row> {
  id: string;
  title: string;
  /** A track of a CSS grid: `minmax(180px, 2fr)`. */
  width: string;
  isNumber?: boolean;
  /** What the service calls it when it is to order by it. */
  field?: string;
  show(row: Row): ReactNode;
}
