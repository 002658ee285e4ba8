/** True while a dialog is open, which keeps the keyboard to itself. */
export const isDialogOpen = (): boolean => document.querySelector('[aria-modal=true]') !== null;
