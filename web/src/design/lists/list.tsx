import { Skeleton, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { keepPreviousData, type Query, useQueries, useQuery } from '@tanstack/react-query';
import { type CSSProperties, type MouseEvent, type ReactNode, type UIEvent, useMemo, useRef } from 'react';
import { useI18n } from '../../language/i18n.tsx';
import { isAllowed } from '../../session/record-queries.ts';
import { LoadError } from '../feedback/error-pages.tsx';
import type { Column } from './column.ts';
import { KeysHelp } from './keys-help.tsx';
import { HeadCell, type Order, SelectAllCheckbox, type Selection } from './list-head.tsx';
import { ListRow } from './list-row.tsx';
import { columnsThatFit, laterPagesOf, minWidthOf, pageOf, placeInPage } from './list-rules.ts';
import { clickRow, middleClickRow, rowOf } from './row-actions.ts';
import { rememberRow, useListKeys } from './use-list-keys.ts';
import { useWidth } from './use-width.ts';
import { useScrollToStart, useWindowRows } from './use-window-rows.ts';
import './list.css';
import './list-phone.css';

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

const boxWidth_px = 44;
const ready = { staleTime: 5_000, placeholderData: keepPreviousData };

/** A virtual list of any length, scrolled by the window. It loads only the pages of rows that are visible. */
export function List<Row>({ label, queryKey, load, columns: all, keyOf, empty, order, selection }: ListProps<Row>) {
  const rows = useRef<HTMLDivElement>(null);
  const pageQuery = (page: number) => ({
    queryKey: [...queryKey, page],
    queryFn: ({ signal }: { signal: AbortSignal }) => load(page, signal),
  });
  const first = useQuery({ ...pageQuery(1), ...ready });
  const total = first.data?.meta.total ?? 0;
  const { virtual, count, isPhone, rowHeight_px, top_px } = useWindowRows(rows, total);
  const [width_px, measured] = useWidth();
  const boxes_px = selection === undefined ? 0 : boxWidth_px;
  const columns = useMemo(
    // A phone has two lines a row instead.
    () => (isPhone || width_px === undefined ? all : columnsThatFit(all, width_px - boxes_px)),
    [all, isPhone, width_px, boxes_px],
  );
  useScrollToStart(rows, JSON.stringify(queryKey));
  const [isHelpOpen, help] = useDisclosure(false);
  useListKeys({ rows, label, count, scrollTo: (index) => virtual.scrollToIndex(index), onHelp: help.open });
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

  if (first.error !== null && first.data === undefined)
    return <LoadError error={first.error} retry={() => void first.refetch()} />;
  if (first.data !== undefined && total === 0) return empty;
  return (
    <div>
      <ListNote total={first.data === undefined ? undefined : total} onHelp={help.open} />
      <div
        ref={measured}
        className={listClass(columns, selection !== undefined)}
        style={tracksOf(columns, selection !== undefined, rowHeight_px)}
        role="table"
        aria-label={label}
        aria-rowcount={total + 1}
        aria-busy={first.isFetching}
      >
        <div className="list-head" role="rowgroup" onScroll={scrollOther}>
          <div role="row" aria-rowindex={1}>
            {selection !== undefined && <SelectAllCheckbox selection={selection} total={total} />}
            {columns.map(({ id, title, isNumber, isTitleHidden, field }) => (
              <HeadCell
                key={id}
                title={title}
                isNumber={isNumber}
                isTitleHidden={isTitleHidden}
                field={field}
                order={order}
              />
            ))}
          </div>
        </div>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: each row has a link or button for the keyboard. */}
        <div
          ref={rows}
          className="list-rows"
          role="rowgroup"
          aria-label={label}
          tabIndex={0}
          onScroll={scrollOther}
          onClick={(event) => {
            rememberRow(label, rowOf(event.target));
            clickRow(event.nativeEvent);
          }}
          onMouseDown={keepFromScrolling}
          onAuxClick={(event) => middleClickRow(event.nativeEvent)}
        >
          <div role="presentation" style={{ height: first.data === undefined ? 'auto' : virtual.getTotalSize() }}>
            {first.data === undefined && <Waiting />}
            {visible.map(({ index, start }) => {
              const row = rowAt(index);
              return (
                <ListRow
                  key={row === undefined ? index : keyOf(row)}
                  id={row === undefined ? '' : keyOf(row)}
                  row={row}
                  index={index}
                  top_px={start - top_px}
                  columns={columns}
                  selection={selection}
                />
              );
            })}
          </div>
        </div>
      </div>
      <KeysHelp isOpen={isHelpOpen} isSelectable={selection !== undefined} onClose={help.close} />
    </div>
  );
}

function ListNote({ total, onHelp }: { total: number | undefined; onHelp(): void }) {
  const { t, counted } = useI18n();
  return (
    <div className="list-note">
      <Text size="sm" c="dimmed" aria-live="polite">
        {total !== undefined && counted('app.total', total)}
      </Text>
      <UnstyledButton className="list-keys" onClick={onHelp}>
        {t('list.keys')} <span className="list-kbd">?</span>
      </UnstyledButton>
    </div>
  );
}

const listClass = (columns: readonly Column<never>[], hasBoxes: boolean): string =>
  [
    'list',
    columns.some(({ opens }) => opens) && 'opens',
    columns.some(({ phone }) => phone === 'lead') && 'with-lead',
    hasBoxes && 'with-boxes',
  ]
    .filter(Boolean)
    .join(' ');

/** All rows share one minimum width, so that their columns line up. */
function tracksOf(columns: readonly Column<never>[], hasBoxes: boolean, rowHeight_px: number): CSSProperties {
  const tracks = [...(hasBoxes ? [`${boxWidth_px}px`] : []), ...columns.map(({ width }) => width)];
  return {
    '--tracks': tracks.join(' '),
    '--min-width': `${minWidthOf(tracks)}px`,
    '--row': `${rowHeight_px}px`,
  } as CSSProperties;
}

/** In a narrow window, titles and rows scroll sideways together. */
function scrollOther({ currentTarget: { scrollLeft, previousElementSibling, nextElementSibling } }: UIEvent): void {
  const other = previousElementSibling ?? nextElementSibling;
  if (other !== null && other.scrollLeft !== scrollLeft) other.scrollLeft = scrollLeft;
}

/** Some browsers scroll by the mouse after a press of its middle button. In a row it opens a tab. */
const keepFromScrolling = (event: MouseEvent): void => {
  if (event.button === 1 && rowOf(event.target) !== null) event.preventDefault();
};

const Waiting = () =>
  Array.from({ length: 8 }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: all placeholders are the same.
    <Skeleton key={index} height={16} m={12} radius="sm" />
  ));
