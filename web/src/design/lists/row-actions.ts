/** Elements that have their own click. */
const controls = 'a, button, input, select, textarea, label, [role=button]';
/** While one of these is open, keys belong to it. */
const overlays = '[role=dialog], [role=alertdialog], [role=menu], dialog[open]';
const typeless = ['checkbox', 'radio', 'button', 'submit', 'range'];

interface Modifiers {
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}

export const rowOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('.list-row') : null;

const openerOf = (row: HTMLElement) => row.querySelector<HTMLElement>('[data-opens]');

/** Presses the link or button that opens the row's record. With Ctrl, ⌘ or Shift, a link opens another tab. */
export function openRow(row: HTMLElement, { ctrlKey, metaKey, shiftKey }: Modifiers): void {
  // Browsers do not always follow a link that a script pressed with Ctrl.
  if (ctrlKey || metaKey || shiftKey) openTab(row);
  else openerOf(row)?.click();
}

function openTab(row: HTMLElement): void {
  const opener = openerOf(row);
  if (opener instanceof HTMLAnchorElement) window.open(opener.href, '_blank', 'noopener');
  else opener?.click();
}

export function selectRow(row: HTMLElement): void {
  row.querySelector<HTMLElement>('input.box')?.click();
}

const hasSelectedText = (row: HTMLElement): boolean => {
  const selected = window.getSelection();
  return selected !== null && !selected.isCollapsed && row.contains(selected.anchorNode);
};

/** A click anywhere in a row opens its record, except on a control or while text is selected. */
export function clickRow(event: MouseEvent): void {
  const row = rowOf(event.target);
  if (row === null || (event.target as Element).closest(controls) !== null) return;
  if ((event.target as Element).closest('.list-box') !== null) selectRow(row);
  else if (!hasSelectedText(row)) openRow(row, event);
}

/** The middle button opens another tab, as it does on a link. */
export function middleClickRow(event: MouseEvent): void {
  const row = rowOf(event.target);
  if (event.button !== 1 || row === null || (event.target as Element).closest(controls) !== null) return;
  if (openerOf(row) instanceof HTMLAnchorElement) openTab(row);
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select') ||
    (target instanceof HTMLInputElement && !typeless.includes(target.type)));

/** Whether a key belongs to a field or to something that is open above the page. */
export const belongsElsewhere = (event: KeyboardEvent): boolean =>
  event.defaultPrevented || isTyping(event.target) || document.querySelector(overlays) !== null;

/** The field that `/` focuses. */
export function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main [data-search]');
  field?.focus();
  field?.select();
  return field !== null;
}
