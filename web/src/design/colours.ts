import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { readPreference, storePreference } from '../lib/preferences.ts';

const isScheme = (value: string | undefined): value is MantineColorScheme =>
  value === 'light' || value === 'dark' || value === 'auto';

/** Light or dark colours as the user chose last; until then the setting of the operating system. */
export const storedColours: MantineColorSchemeManager = {
  get(otherwise) {
    const stored = readPreference('colours');
    return isScheme(stored) ? stored : otherwise;
  },
  set: (value) => storePreference('colours', value),
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => storePreference('colours', undefined),
};
