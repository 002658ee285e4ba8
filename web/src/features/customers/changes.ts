/** The editable fields of a customer. */
export interface CustomerFields {
  name: string;
  phone: string | null;
  email: string | null;
  address: string | null;
}

const fields = ['name', 'phone', 'email', 'address'] as const;

/** The fields that differ from those first shown, so that other users' changes stay. An emptied field becomes null. */
export function changesOf(before: CustomerFields, texts: Readonly<Record<string, string>>): Partial<CustomerFields> {
  const changed = fields.flatMap((field): [string, string | null][] => {
    const text = (texts[field] ?? '').trim();
    if (text === (before[field] ?? '')) return [];
    return [[field, text === '' && field !== 'name' ? null : text]];
  });
  return Object.fromEntries(changed);
}
