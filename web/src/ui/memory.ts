/** What this browser remembers of a person's habits; never anything that lets somebody in. */
type Habit = 'language' | 'colours' | 'signed-in' | 'product-columns';

const keyOf = (habit: Habit) => `tillhouse.${habit}`;

/** A browser may forbid it, and everything works without. */
export function recall(habit: Habit): string | undefined {
  try {
    return localStorage.getItem(keyOf(habit)) ?? undefined;
  } catch {
    return undefined;
  }
}

export function remember(habit: Habit, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(keyOf(habit));
    else localStorage.setItem(keyOf(habit), value);
  } catch {
    // Then not.
  }
}
