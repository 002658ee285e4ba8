/** An option of a long list: its code and its label. */
export interface Choice {
  value: string;
  label: string;
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** How well an option matches the typed text: lower is better; `undefined` if it does not match. */
function rankOf({ value, label }: Choice, typed: string): number | undefined {
  const code = plain(value);
  const name = plain(label);
  if (code === typed) return 0;
  if (code.startsWith(typed)) return 1;
  if (name.startsWith(typed) || name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(typed))) return 2;
  return name.includes(typed) || code.includes(typed) ? 3 : undefined;
}

/**
 * The options that match the text, the best first: `eur` finds the euro before every other currency with these letters.
 * Equally good ones stay in their order.
 */
export function findChoices<One extends Choice>(choices: readonly One[], text: string): One[] {
  const typed = plain(text);
  if (typed === '') return [...choices];
  return choices
    .map((choice) => ({ choice, rank: rankOf(choice, typed) }))
    .filter((found): found is { choice: One; rank: number } => found.rank !== undefined)
    .sort((one, other) => one.rank - other.rank)
    .map(({ choice }) => choice);
}
