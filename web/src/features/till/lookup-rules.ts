import type { Line } from './cart.ts';

/** Names a lookup. Another tab may have used the key of a line for another code. */
export const lookupId = ({ key, code }: Pick<Line, 'key' | 'code'>): string => `${key} ${code}`;

/**
 * The lines whose lookup begins now, and the lookups that are over: those of known lines, and of lines that were removed,
 * which begin again if the line returns.
 * @param started by their `lookupId`
 */
export function linesToLookUp(
  lines: readonly Line[],
  started: ReadonlyMap<string, unknown>,
): { begun: Line[]; over: string[] } {
  const looking = lines.filter(({ state }) => state.kind === 'looking');
  const ids = new Set(looking.map(lookupId));
  return {
    begun: looking.filter((line) => !started.has(lookupId(line))),
    over: [...started.keys()].filter((id) => !ids.has(id)),
  };
}
