let isFirstPage = true;

/**
 * Moves the focus to the heading of a page that was opened by a link, so that a screen reader says where one is, and the
 * next Tab reaches the page. Leaves it where the page itself has put it, and at the first page, which the browser
 * announces.
 */
export function focusHeading(heading: HTMLElement): void {
  const isFirst = isFirstPage;
  isFirstPage = false;
  const focused = document.activeElement;
  const isLeftBehind = focused === null || focused === document.body || focused.closest('nav, header') !== null;
  if (!isFirst && isLeftBehind) heading.focus({ preventScroll: true });
}
