import { useState } from 'react';

/** The state of a dialog about one item of a list; the item stays in it while it closes. */
export function useDialog<Subject>() {
  const [{ subject, isOpen }, set] = useState<{ subject?: Subject; isOpen: boolean }>({ isOpen: false });
  return {
    subject,
    isOpen,
    open: (next: Subject) => set({ subject: next, isOpen: true }),
    close: () => set((present) => ({ ...present, isOpen: false })),
  };
}
