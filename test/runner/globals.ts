/** Functions of the process that tests replace for a time. */
const functions = {
  'performance.now': [performance, 'now'],
  'Date.now': [Date, 'now'],
  'Math.random': [Math, 'random'],
  'AbortSignal.timeout': [AbortSignal, 'timeout'],
  fetch: [globalThis, 'fetch'],
  setTimeout: [globalThis, 'setTimeout'],
  setInterval: [globalThis, 'setInterval'],
  setImmediate: [globalThis, 'setImmediate'],
} as const satisfies Record<string, readonly [object, string]>;

/** One that stays replaced would mislead the next file of the process. */
export function watchGlobals() {
  const original = Object.entries(functions).map(([name, [owner, key]]) => {
    const holder = owner as Record<string, unknown>;
    return { name, holder, key, value: holder[key] };
  });
  return {
    /** Restores what is replaced. @returns the names of it */
    restore(): string[] {
      const replaced = original.filter(({ holder, key, value }) => holder[key] !== value);
      for (const { holder, key, value } of replaced) holder[key] = value;
      return replaced.map(({ name }) => name);
    },
  };
}
