const isFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of what is wished, what is not so yet: two who change different things do not undo each other. */
export function changedOf<Fields extends object>(before: Fields, wanted: Partial<Fields>): Partial<Fields> {
  const present = before as Record<string, unknown>;
  const changed = Object.entries(wanted).flatMap(([name, value]): [string, unknown][] => {
    if (JSON.stringify(value) === JSON.stringify(present[name])) return [];
    return [[name, isFields(value) && isFields(present[name]) ? changedOf(present[name], value) : value]];
  });
  return Object.fromEntries(changed) as Partial<Fields>;
}
