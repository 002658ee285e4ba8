const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The input fields that differ from the current ones. Sending only these keeps another user's changes to other fields.
 */
export function changedFields<Fields extends object>(before: Fields, input: Partial<Fields>): Partial<Fields> {
  const present = before as Record<string, unknown>;
  const changed = Object.entries(input).flatMap(([name, value]): [string, unknown][] => {
    if (JSON.stringify(value) === JSON.stringify(present[name])) return [];
    return [[name, isFields(value) && isFields(present[name]) ? changedFields(present[name], value) : value]];
  });
  return Object.fromEntries(changed) as Partial<Fields>;
}
