/** What is written down of a customer by hand. */
export interface Known {
  name: string;
  phone: string | null;
  email: string | null;
  address: string | null;
}

const fields = ['name', 'phone', 'email', 'address'] as const;

/** Only what was changed since it was shown: two who change different things do not undo each other. What was emptied is cleared. */
export function changesOf(before: Known, texts: Readonly<Record<string, string>>): Partial<Known> {
  const changed = fields.flatMap((field): [string, string | null][] => {
    const text = (texts[field] ?? '').trim();
    if (text === (before[field] ?? '')) return [];
    return [[field, text === '' && field !== 'name' ? null : text]];
  });
  return Object.fromEntries(changed);
}
