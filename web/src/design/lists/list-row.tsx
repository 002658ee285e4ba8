import { memo, type ReactNode } from 'react';
import type { Column } from './column.ts';
import { type Selection, SelectRowCheckbox } from './list-head.tsx';
import { cellClass } from './list-rules.ts';

interface ListRowProps<Row> {
  /** Undefined while it is loading. */
  row: Row | undefined;
  id: string;
  index: number;
  top_px: number;
  columns: readonly Column<Row>[];
  selection: Selection<Row> | undefined;
}

/** A row of a list. Memoised: scrolling renders only the rows that become visible. */
export const ListRow = memo(function ListRow<Row>({ row, id, index, top_px, columns, selection }: ListRowProps<Row>) {
  return (
    <div
      className={selection?.chosen.has(id) ? 'list-row chosen' : 'list-row'}
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      data-waiting={row === undefined || undefined}
      tabIndex={-1}
      style={{ transform: `translateY(${top_px}px)` }}
    >
      {selection !== undefined &&
        (row === undefined ? (
          <div role="cell" className="list-cell list-box" />
        ) : (
          <SelectRowCheckbox selection={selection} id={id} name={selection.nameOf(row)} />
        ))}
      {columns.map(({ id: column, title, isNumber, isLabelled, phone, show }) => (
        <div
          key={column}
          role="cell"
          className={cellClass(phone, isNumber)}
          data-title={isLabelled ? title : undefined}
        >
          {row === undefined ? <span className="waiting" /> : show(row)}
        </div>
      ))}
    </div>
  );
}) as <Row>(props: ListRowProps<Row>) => ReactNode;
