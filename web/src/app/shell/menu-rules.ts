/**
 * The item of a menu that an arrow key, Home or End moves to, from the item at `index` (-1: none). Past the last one
 * comes the first. `undefined` for other keys.
 */
export function itemAfterKey(key: string, index: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (index + 1) % count;
  if (key === 'ArrowUp') return index <= 0 ? count - 1 : index - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}
