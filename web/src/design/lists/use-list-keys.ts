import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { listKeyOf } from './key-rules.ts';
import { belongsElsewhere, focusSearch, openRow, rowOf, selectRow } from './row-actions.ts';

interface ListKeys {
  /** The element that contains the rows. */
  rows: RefObject<HTMLElement | null>;
  /** Accessible name of the list. */
  label: string;
  count: number;
  /** Renders a row that is not on the screen. */
  scrollTo(index: number): void;
  onHelp(): void;
}

/** The row of each list that was used last. */
const lastRows = new Map<string, number>();

/** Keys go on at this row when the user comes back to the list. */
export function rememberRow(label: string, row: HTMLElement | null): void {
  if (row !== null) lastRows.set(label, indexOf(row));
}

/** Whether the focus is in a row, or was in one that is not rendered any more. */
const isInRows = (): boolean => document.activeElement === document.body || rowOf(document.activeElement) !== null;

const indexOf = (row: HTMLElement): number => Number(row.dataset.index);

/** Space that the header of the page and the titles of the columns cover. */
const covered_px = 56 + 40;

function isOnScreen(row: HTMLElement): boolean {
  const { top, bottom } = row.getBoundingClientRect();
  return top >= covered_px && bottom <= window.innerHeight;
}

/** Keys that move a focus over the rows, open and select them. */
export function useListKeys({ rows, label, count, scrollTo, onHelp }: ListKeys): void {
  /** The row to focus as soon as it is rendered and loaded. Keys that come earlier count from it. */
  const wanted = useRef<number>(undefined);
  const pending = () => (wanted.current === lastRows.get(label) && isInRows() ? wanted.current : undefined);
  const rendered = (index: number) => rows.current?.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? undefined;
  const focus = (index: number) => {
    lastRows.set(label, index);
    const row = rendered(index);
    wanted.current = row === undefined || row.dataset.waiting !== undefined ? index : undefined;
    if (row === undefined) return scrollTo(index);
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: 'nearest' });
  };
  useLayoutEffect(() => {
    const index = wanted.current;
    if (index === undefined) return;
    if (!isInRows()) wanted.current = undefined;
    else if (rendered(index)?.dataset.waiting === undefined && rendered(index) !== undefined) focus(index);
  });
  const move = (from: HTMLElement | undefined, by: 1 | -1) => {
    const index = pending() ?? (from && indexOf(from));
    if (index !== undefined) return focus(Math.max(0, Math.min(count - 1, index + by)));
    const last = rendered(lastRows.get(label) ?? -1);
    const shown = [...(rows.current?.querySelectorAll<HTMLElement>('.list-row') ?? [])].filter(isOnScreen);
    const first = last !== undefined && shown.includes(last) ? last : shown.sort((a, b) => indexOf(a) - indexOf(b))[0];
    if (first !== undefined) focus(indexOf(first));
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (belongsElsewhere(event)) return;
    const found = rowOf(document.activeElement);
    const focused = found !== null && rows.current?.contains(found) === true ? found : undefined;
    // A row that is not rendered yet is neither opened nor selected, and no other one in its place.
    const awaited = pending();
    const row = awaited === undefined ? focused : rendered(awaited);
    const isInRow = awaited !== undefined || row === document.activeElement || document.activeElement === rows.current;
    const key = listKeyOf(event, isInRow);
    if (key === undefined || (key === 'open' && row === undefined)) return;
    if (key === 'search' && !focusSearch()) return;
    event.preventDefault();
    // The palette opens by the same key where the page has no search field.
    event.stopPropagation();
    if (key === 'next') move(row, 1);
    else if (key === 'previous') move(row, -1);
    else if (key === 'help') onHelp();
    else if (row === undefined) return;
    else if (key === 'open') openRow(row, event);
    else if (key === 'select') selectRow(row);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
}
