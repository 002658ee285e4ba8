import { useBlocker } from '@tanstack/react-router';
import { lazy, type MouseEvent, Suspense, useEffect, useState } from 'react';

/** The forms in which something was typed that is not saved. */
const forms = new Set<UnsavedWork>();
const hasUnsaved = () => forms.size > 0;

export interface UnsavedWork {
  touch(): void;
  /** It was saved, or is not wanted any more. */
  clear(): void;
  isTouched(): boolean;
}

function createWork(): UnsavedWork {
  const work = {
    touch: () => void forms.add(work),
    clear: () => void forms.delete(work),
    isTouched: () => forms.has(work),
  };
  return work;
}

/** Remembers that something was typed into a form, until it is saved or the form has gone. */
export function useUnsaved(): UnsavedWork {
  const [work] = useState(createWork);
  useEffect(() => work.clear, [work]);
  return work;
}

/** What an element around the fields listens to. Lists report their choice by a press of an option alone. */
export const touchedBy = (work: UnsavedWork) => ({
  onInput: work.touch,
  onChange: work.touch,
  onClick: ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('[role=option]') !== null) work.touch();
  },
});

// Not with the first page: it has no form.
const LeaveDialog = lazy(async () => ({ default: (await import('./leave-dialog.tsx')).LeaveDialog }));

/** Asks before a link, Back, or the closing of the tab loses what was typed. */
export function LeaveGuard() {
  const { status, proceed, reset } = useBlocker({
    // Filters and orders are in the address of the same page.
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
