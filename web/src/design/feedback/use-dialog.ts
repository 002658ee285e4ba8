import { useState } from 'react';

/**
 * State of a dialog about one item of a list. The item is kept while the dialog closes, so that its text does not
 * vanish.
 */
export function useDialog<Subject>() {
  const [{ subject, isOpen }, set] = useState<{ subject?: Subject; isOpen: boolean }>({ isOpen: false });
  return {
    subject,
    isOpen,
    open: (next: Subject) => set({ subject: next, isOpen: true }),
    close: () => set((present) => ({ ...present, isOpen: false })),
  };
}
