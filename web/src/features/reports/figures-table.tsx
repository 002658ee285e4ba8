import { ScrollArea, Table, Text } from '@mantine/core';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { useI18n } from '../../language/i18n.tsx';

interface FiguresTableProps {
  label: string;
  headings: readonly string[];
  rows: readonly { id: string; cells: readonly ReactNode[] }[];
  /** The sums of the columns, below them. */
  totals?: readonly string[] | undefined;
  /** Number of leading text columns. The others are numbers. */
  texts?: number;
  /** Shown if there are no rows. */
  none?: string;
  /** How a table with many columns fits into less room. */
  narrow?: NarrowTable;
}

export interface NarrowTable {
  /** On a phone, this column (default: the first) and `main` are in the first line of each row, the others below. */
  lead?: number;
  main: number;
  /** Left out where not all columns have room. */
  details?: readonly number[];
}

/** A table with text columns first, then numbers. All rows are shown: the page scrolls, not a box in it. */
export function FiguresTable({ label, headings, rows, totals, texts = 1, none, narrow }: FiguresTableProps) {
  const { t } = useI18n();
  const box = useRef<HTMLDivElement>(null);
  useTightness(box);
  const classOf = (column: number) => cellClass(column, texts, narrow);
  if (rows.length === 0) return <Text c="dimmed">{none ?? t('dashboard.nothing')}</Text>;
  const cellsOf = (cells: readonly ReactNode[]) =>
    cells.map((cell, column) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change their order.
      <Table.Td key={column} role="cell" className={classOf(column)} data-title={headings[column]}>
        {cell}
      </Table.Td>
    ));
  // With explicit roles, it is a table for screen readers also where its rows are shown as two lines.
  return (
    <div ref={box} className={narrow === undefined ? undefined : 'report-figures'}>
      <ScrollArea.Autosize type="auto" viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': label }}>
        <Table aria-label={label} role="table">
          <Table.Thead role="rowgroup">
            <Table.Tr role="row">
              {headings.map((heading, column) =>
                heading === '' ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change their order.
                  <Table.Td key={column} role="cell" />
                ) : (
                  <Table.Th key={heading} role="columnheader" className={classOf(column)}>
                    {heading}
                  </Table.Th>
                ),
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody role="rowgroup">
            {rows.map(({ id, cells }) => (
              <Table.Tr key={id} role="row">
                {cellsOf(cells)}
              </Table.Tr>
            ))}
            {totals !== undefined && (
              <Table.Tr className="report-total" role="row">
                {cellsOf(totals)}
              </Table.Tr>
            )}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
    </div>
  );
}

/** Marks the box while its table with all columns is wider. How wide that is depends on currency and language. */
function useTightness(box: RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const { current } = box;
    const table = current?.querySelector('table');
    if (current === null || table == null) return;
    const fit = () => {
      current.classList.remove('tight');
      current.classList.toggle('tight', table.offsetWidth > current.clientWidth);
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(current);
    return () => observer.disconnect();
  });
}

function cellClass(column: number, texts: number, narrow: NarrowTable | undefined): string {
  return [
    column >= texts && 'number',
    column === (narrow?.lead ?? 0) && 'lead',
    column === narrow?.main && 'main',
    narrow?.details?.includes(column) && 'detail',
  ]
    .filter(Boolean)
    .join(' ');
}
