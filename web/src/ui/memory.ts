/** Preferences that this browser stores for the user. Never credentials. */
type Habit = 'language' | 'colours' | 'signed-in' | 'product-columns' | 'device' | 'shop';

/** `browser`: shared by all tabs. `tab`: until this tab is closed. */
type Reach = 'browser' | 'tab';

const keyOf = (habit: Habit) => `tillhouse.${habit}`;
const storageOf = (reach: Reach): Storage => (reach === 'tab' ? sessionStorage : localStorage);

/** `undefined` if nothing is stored or the browser blocks storage. The pages work without it. */
export function recall(habit: Habit, reach: Reach = 'browser'): string | undefined {
  try {
    return storageOf(reach).getItem(keyOf(habit)) ?? undefined;
  } catch {
    return undefined;
  }
}

export function remember(habit: Habit, value: string | undefined, reach: Reach = 'browser'): void {
  try {
    if (value === undefined) storageOf(reach).removeItem(keyOf(habit));
    else storageOf(reach).setItem(keyOf(habit), value);
  } catch {
    // Storage is blocked: the preference is not kept.
  }
}
