import { useCallback, useState } from 'react';

/** The width inside of an element, and the `ref` that measures it. Undefined before the element is there. */
export function useWidth(): [number | undefined, (element: HTMLElement | null) => (() => void) | undefined] {
  const [width_px, setWidth] = useState<number>();
  const measure = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const read = () => setWidth(element.clientWidth);
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [width_px, measure];
}
