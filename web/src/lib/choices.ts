/** One of a long list: a code, and what it is called. */
export interface Choice {
  value: string;
  label: string;
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** How well a choice fits what is typed: the smaller the better; `undefined` when not at all. */
function rankOf({ value, label }: Choice, typed: string): number | undefined {
  const code = plain(value);
  const name = plain(label);
  if (code === typed) return 0;
  if (code.startsWith(typed)) return 1;
  if (name.startsWith(typed) || name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(typed))) return 2;
  return name.includes(typed) || code.includes(typed) ? 3 : undefined;
}

/** The choices that fit what is typed, the best first: `eur` finds the euro before every other currency with these letters. */
export function findChoices<One extends Choice>(choices: readonly One[], text: string): One[] {
  const typed = plain(text);
  if (typed === '') return [...choices];
  return choices
    .map((choice, at) => ({ choice, at, rank: rankOf(choice, typed) }))
    .filter((found): found is { choice: One; at: number; rank: number } => found.rank !== undefined)
    .sort((one, other) => one.rank - other.rank || one.at - other.at)
    .map(({ choice }) => choice);
}
