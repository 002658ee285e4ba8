import { type FocusEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

/** The figure whose card is open. */
export interface OpenFigure {
  element: HTMLElement;
  product_id: string;
  warehouse_id: string | undefined;
  /** Opened by a press: it stays until it is closed, and has the focus. */
  isPinned: boolean;
}

const open_ms = 350;
const close_ms = 250;

const figureOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-stock-of]') : null;
const isInCard = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.stock-card') !== null;

/** The figure of the card as it is now: a list that was resized renders its rows again. */
function presentFigure({ element }: OpenFigure): HTMLElement | undefined {
  if (element.isConnected) return element;
  const { stockOf, stockIn } = element.dataset;
  return [...document.querySelectorAll<HTMLElement>('[data-stock-of]')].find(
    ({ dataset }) => dataset.stockOf === stockOf && dataset.stockIn === stockIn,
  );
}

/** Opens the card of a figure that is pointed at, has the focus by keyboard, or is pressed. One card at a time. */
export function useFigureCard() {
  const [opened, setOpened] = useState<OpenFigure>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wait = () => clearTimeout(timer.current);
  const later = (work: () => void, wait_ms: number) => {
    wait();
    timer.current = setTimeout(work, wait_ms);
  };
  const open = (element: HTMLElement, isPinned: boolean) => {
    const { stockOf: product_id = '', stockIn: warehouse_id } = element.dataset;
    wait();
    setOpened({ element, product_id, warehouse_id, isPinned });
  };
  const close = () => {
    wait();
    setOpened(undefined);
  };
  const closeSoon = () => later(() => setOpened((now) => (now?.isPinned ? now : undefined)), close_ms);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (opened === undefined) return;
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      if (opened.isPinned) presentFigure(opened)?.focus();
      setOpened(undefined);
    };
    const closeOutside = ({ target }: Event) => {
      if (!isInCard(target) && figureOf(target) === null) setOpened(undefined);
    };
    const closeByScroll = ({ target }: Event) => !isInCard(target) && setOpened(undefined);
    // Before dialogs and lists, which would close or act, too.
    document.addEventListener('keydown', closeByKey, true);
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('scroll', closeByScroll, { capture: true, passive: true });
    return () => {
      document.removeEventListener('keydown', closeByKey, true);
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('scroll', closeByScroll, { capture: true });
    };
  }, [opened]);
  const handlers = {
    onPointerOver: ({ pointerType, target }: PointerEvent) => {
      if (pointerType !== 'mouse') return;
      const figure = figureOf(target);
      if (isInCard(target) || figure === opened?.element) wait();
      else if (figure !== null && opened?.isPinned !== true) later(() => open(figure, false), open_ms);
    },
    onPointerOut: ({ pointerType, target }: PointerEvent) => {
      if (pointerType === 'mouse' && (figureOf(target) !== null || isInCard(target))) closeSoon();
    },
    onFocus: ({ target }: FocusEvent) => {
      const figure = figureOf(target);
      if (isInCard(target)) wait();
      else if (figure?.matches(':focus-visible') === true && opened?.isPinned !== true)
        later(() => open(figure, false), open_ms);
    },
    onBlur: ({ relatedTarget, target }: FocusEvent) => {
      if (isInCard(target) && !isInCard(relatedTarget) && relatedTarget !== null) close();
      else if (figureOf(target) !== null) closeSoon();
    },
    onClick: ({ target }: MouseEvent) => {
      const figure = figureOf(target);
      if (figure === null) return;
      if (opened?.isPinned === true && opened.element === figure) close();
      else open(figure, true);
    },
  };
  return { opened, handlers, close };
}
