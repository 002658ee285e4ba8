/** What a key does in a list. */
export type ListKey = 'next' | 'previous' | 'open' | 'select' | 'search' | 'help';

interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

const letters = new Map<string, ListKey>(
  Object.entries({ j: 'next', k: 'previous', x: 'select', '/': 'search', '?': 'help' }),
);
const inRow = new Map<string, ListKey>(Object.entries({ ArrowDown: 'next', ArrowUp: 'previous', Enter: 'open' }));

/**
 * What the key does; undefined if nothing. Arrows and Enter belong to the page, unless a row has the focus. With Ctrl,
 * Enter opens another tab, and the other keys belong to the browser.
 */
export function listKeyOf({ key, ctrlKey, metaKey, altKey }: Pressed, isInRow: boolean): ListKey | undefined {
  if (altKey) return undefined;
  const found = letters.get(key) ?? (isInRow ? inRow.get(key) : undefined);
  return (ctrlKey || metaKey) && found !== 'open' ? undefined : found;
}

/** The keys of the help, in the order in which it lists them. */
export const helpKeys = [
  { keys: ['j', '↓'], does: 'next' },
  { keys: ['k', '↑'], does: 'previous' },
  { keys: ['Enter'], does: 'open' },
  { keys: ['Ctrl Enter'], does: 'openTab' },
  { keys: ['x'], does: 'select' },
  { keys: ['/'], does: 'search' },
  { keys: ['Ctrl K'], does: 'palette' },
  { keys: ['?'], does: 'help' },
] as const;
