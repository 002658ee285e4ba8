import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { recall, remember } from './memory.ts';

const isScheme = (value: string | undefined): value is MantineColorScheme => value === 'light' || value === 'dark' || value === 'auto';

/** Light or dark colours as the user chose last; until then the setting of the operating system. */
export const coloursInMemory: MantineColorSchemeManager = {
  get(otherwise) {
    const kept = recall('colours');
    return isScheme(kept) ? kept : otherwise;
  },
  set: (value) => remember('colours', value),
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => remember('colours', undefined),
};
