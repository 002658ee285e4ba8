import { Skeleton, Text } from '@mantine/core';
import { keepPreviousData, type Query, useQueries, useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';
import { useI18n } from '../../language/i18n.tsx';
import { isAllowed } from '../../session/record-queries.ts';
import { LoadError } from '../feedback/error-pages.tsx';
import type { Column } from './column.ts';
import { HeadCell, type Order, SelectAllCheckbox, type Selection } from './list-head.tsx';
import { ListRow } from './list-row.tsx';
import { laterPagesOf, minWidthOf, pageOf, placeInPage } from './list-rules.ts';

interface Page<Row> {
  data: readonly Row[];
  meta: { total: number };
}

interface ListProps<Row> {
  /** Accessible name. */
  label: string;
  /** Identifies the list and its filters. */
  queryKey: readonly unknown[];
  /** Rows of one page, from 1. */
  load(page: number, signal: AbortSignal): Promise<Page<Row>>;
  columns: readonly Column<Row>[];
  keyOf(row: Row): string;
  /** Shown if the list has no rows. */
  empty: ReactNode;
  order?: Order;
  selection?: Selection<Row> | undefined;
}

const rowHeight_px = 41;
/** Height of the border and the horizontal scroll bar. */
const beside_px = 18;
const boxWidth_px = 40;
/** Browsers limit the height of an element to about thirty million pixels. Filters reach the rows beyond. */
const rows_at_most = 500_000;
const ready = { staleTime: 5_000, placeholderData: keepPreviousData };

/** A virtual list of any length. It loads only the pages of rows that are visible. */
export function List<Row>({ label, queryKey, load, columns, keyOf, empty, order, selection }: ListProps<Row>) {
  const { counted } = useI18n();
  const scroller = useRef<HTMLDivElement>(null);
  const pageQuery = (page: number) => ({
    queryKey: [...queryKey, page],
    queryFn: ({ signal }: { signal: AbortSignal }) => load(page, signal),
  });
  const first = useQuery({ ...pageQuery(1), ...ready });
  const total = first.data?.meta.total ?? 0;
  const count = Math.min(total, rows_at_most);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight_px,
    overscan: 8,
    // A render one frame later is not visible.
    useFlushSync: false,
  });
  const query = JSON.stringify(queryKey);
  // Scroll to the top for a new query, and again when its first page replaces the old rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect depends on the query only.
  useEffect(() => {
    virtual.scrollToOffset(0);
  }, [query, first.isPlaceholderData]);
  const visible = virtual.getVirtualItems();
  const pages = laterPagesOf(visible.map(({ index }) => index));
  // Do not load rows while the user scrolls past them. Read the value here, because the library compares what `enabled`
  // returned.
  const { isScrolling } = virtual;
  const others = useQueries({
    queries: pages.map((page) => ({
      ...pageQuery(page),
      staleTime: ready.staleTime,
      enabled: (query: Query) => !isScrolling && isAllowed(query),
    })),
  });
  const rowAt = (index: number): Row | undefined => {
    const page = pageOf(index);
    const answer = page === 1 ? first.data : others[pages.indexOf(page)]?.data;
    return answer?.data[placeInPage(index)];
  };
  // All rows share one minimum width, so that their columns line up.
  const minWidth_px = minWidthOf(columns.map(({ width }) => width));
  const boxes = selection === undefined ? [] : [`${boxWidth_px}px`];
  const tracks = {
    '--tracks': [...boxes, ...columns.map(({ width }) => width)].join(' '),
    '--min-width': `${minWidth_px + boxes.length * boxWidth_px}px`,
    '--row': `${rowHeight_px}px`,
    // Shrinks the element to a short list.
    ...(first.data === undefined ? {} : { '--whole': `${rowHeight_px + virtual.getTotalSize() + beside_px}px` }),
  } as CSSProperties;

  if (first.error !== null && first.data === undefined)
    return <LoadError error={first.error} retry={() => void first.refetch()} />;
  if (first.data !== undefined && total === 0) return empty;
  return (
    <>
      <div
        ref={scroller}
        style={tracks}
        className="scroller"
        role="table"
        aria-label={label}
        aria-rowcount={total + 1}
        aria-busy={first.isFetching}
        tabIndex={0}
      >
        <div className="head" role="row" aria-rowindex={1}>
          {selection !== undefined && <SelectAllCheckbox selection={selection} total={total} />}
          {columns.map(({ id, title, isNumber, field }) => (
            <HeadCell key={id} title={title} isNumber={isNumber} field={field} order={order} />
          ))}
        </div>
        <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {first.data === undefined && <Waiting />}
          {visible.map(({ index, start }) => {
            const row = rowAt(index);
            return (
              <ListRow
                key={row === undefined ? index : keyOf(row)}
                id={row === undefined ? '' : keyOf(row)}
                row={row}
                index={index}
                top_px={start}
                columns={columns}
                selection={selection}
              />
            );
          })}
        </div>
      </div>
      <Text size="sm" c="dimmed" mt={6} aria-live="polite">
        {first.data !== undefined && counted('app.total', total)}
      </Text>
    </>
  );
}

const Waiting = () =>
  Array.from({ length: 8 }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: all placeholders are the same.
    <Skeleton key={index} height={16} m={12} radius="sm" />
  ));
