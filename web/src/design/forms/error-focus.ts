import { type RefObject, useEffect, useRef } from 'react';

/** Fields that show an error. The library marks the input, and describes it by the text of the error. */
const invalid = '[aria-invalid="true"]:not(:disabled)';

/** Moves the focus to the first field that shows an error, if there is one. */
export function focusFirstError(container: HTMLElement | null): boolean {
  const field = container?.querySelector<HTMLElement>(invalid);
  field?.focus();
  return field !== null && field !== undefined;
}

/**
 * Moves the focus to the first wrong field when the service has rejected a form. A screen reader then says the field and
 * its error.
 * @returns the ref of the form
 */
export function useErrorFocus<Form extends HTMLElement = HTMLFormElement>(error: unknown): RefObject<Form | null> {
  const form = useRef<Form>(null);
  useEffect(() => {
    if (error === null || error === undefined) return;
    // Fields are disabled while a request runs, and in the same moment not yet enabled again.
    const frame = requestAnimationFrame(() => focusFirstError(form.current));
    return () => cancelAnimationFrame(frame);
  }, [error]);
  return form;
}
