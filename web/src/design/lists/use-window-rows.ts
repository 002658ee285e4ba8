import { useMediaQuery } from '@mantine/hooks';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { rowHeightOf, useDensity } from '../density.ts';
import { shownRows } from './list-rules.ts';

/** The same condition is in list.css. */
const phone = '(width < 48em)';

/** The rows of a list that are visible in the window, which scrolls it. */
export function useWindowRows(rows: RefObject<HTMLElement | null>, total: number) {
  const isPhone = useMediaQuery(phone, undefined, { getInitialValueInEffect: false });
  const rowHeight_px = rowHeightOf(isPhone, useDensity());
  const count = shownRows(total, rowHeight_px);
  const top_px = useTop(rows, total > 0);
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight_px,
    scrollMargin: top_px,
    overscan: 8,
    // A render one frame later is not visible.
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are measured again if their height changes.
  useLayoutEffect(() => virtual.measure(), [rowHeight_px]);
  return { virtual, count, isPhone, rowHeight_px, top_px };
}

/** Where the rows begin in the page. It changes with what is above them. */
function useTop(rows: RefObject<HTMLElement | null>, hasRows: boolean): number {
  const [top_px, setTop] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element exists only while there are rows.
  useLayoutEffect(() => {
    const read = () => {
      if (rows.current !== null) setTop(Math.round(rows.current.getBoundingClientRect().top + window.scrollY));
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(document.body);
    for (
      let one = rows.current?.closest('.list')?.parentElement;
      one != null && one !== document.body;
      one = one.parentElement
    )
      observer.observe(one);
    return () => observer.disconnect();
  }, [rows, hasRows]);
  return top_px;
}

/** Scrolls to the first row when the query of a list changes while it is scrolled. */
export function useScrollToStart(rows: RefObject<HTMLElement | null>, query: string): void {
  const [shown, setShown] = useState(query);
  useEffect(() => {
    if (query === shown) return;
    setShown(query);
    const list = rows.current?.closest('.list');
    if (list != null && list.getBoundingClientRect().top < 0) list.scrollIntoView({ block: 'start' });
  }, [rows, query, shown]);
}
