import { type RefObject, useEffect, useRef } from 'react';

/** Fields that show an error. The library marks the input, and describes it by the text of the error. */
const invalid = '[aria-invalid="true"]:not(:disabled)';

/**
 * Moves the focus to the first field that shows an error. A screen reader then says the field and its error. If several
 * forms are rejected at the same time, the first one has the focus.
 */
function focusFirstError(form: HTMLElement | null): void {
  if (document.activeElement?.matches(invalid)) return;
  form?.querySelector<HTMLElement>(invalid)?.focus();
}

/**
 * Moves the focus to the first wrong field when the service has rejected a form.
 * @returns the ref of the form
 */
export function useErrorFocus(error: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error === null || error === undefined) return;
    // Fields are disabled while a request runs, and in the same moment not yet enabled again.
    const frame = requestAnimationFrame(() => focusFirstError(form.current));
    return () => cancelAnimationFrame(frame);
  }, [error]);
  return form;
}
