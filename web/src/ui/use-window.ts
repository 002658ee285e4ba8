import { useState } from 'react';

/** A window about one thing of several; what it is about stays on it while it closes. */
export function useWindow<Subject>() {
  const [{ subject, isOpen }, set] = useState<{ subject?: Subject; isOpen: boolean }>({ isOpen: false });
  return {
    subject,
    isOpen,
    open: (next: Subject) => set({ subject: next, isOpen: true }),
    close: () => set((present) => ({ ...present, isOpen: false })),
  };
}
