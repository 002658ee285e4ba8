import { useBlocker } from '@tanstack/react-router';
import { lazy, type MouseEvent, Suspense, useEffect, useState } from 'react';

/** Forms with unsaved changes. */
const forms = new Set<UnsavedChanges>();
const hasUnsaved = () => forms.size > 0;

export interface UnsavedChanges {
  touch(): void;
  /** Call after saving or discarding. */
  clear(): void;
  isTouched(): boolean;
}

function createUnsavedChanges(): UnsavedChanges {
  const unsaved = {
    touch: () => void forms.add(unsaved),
    clear: () => void forms.delete(unsaved),
    isTouched: () => forms.has(unsaved),
  };
  return unsaved;
}

/** Tracks whether a form has unsaved changes, until it is saved or unmounted. */
export function useUnsaved(): UnsavedChanges {
  const [unsaved] = useState(createUnsavedChanges);
  useEffect(() => unsaved.clear, [unsaved]);
  return unsaved;
}

/** Event handlers for the element around the fields. Option lists report a choice only by a click. */
export const trackChanges = (unsaved: UnsavedChanges) => ({
  onInput: unsaved.touch,
  onChange: unsaved.touch,
  onClick: ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('[role=option]') !== null) unsaved.touch();
  },
});

// Not in the first bundle: the first page has no form.
const LeaveDialog = lazy(async () => ({ default: (await import('./leave-dialog.tsx')).LeaveDialog }));

/** Warns before a link, Back or closing the tab discards unsaved changes. */
export function LeaveGuard() {
  const { status, proceed, reset } = useBlocker({
    // A change of filters or sort order stays on the page.
    shouldBlockFn: ({ current, next }) => hasUnsaved() && current.pathname !== next.pathname,
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  const leave = () => {
    forms.clear();
    proceed();
  };
  return (
    <Suspense>
      <LeaveDialog onStay={reset} onLeave={leave} />
    </Suspense>
  );
}
