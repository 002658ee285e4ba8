import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';

// Of the contrast that white letters of this size need.
const colours = { good: '#1b6e2b', busy: '#1864ab', warning: '#a34700', bad: '#b02525', over: '#495057' };

export type Tone = keyof typeof colours;

/** How something stands, in a word. */
export const StateBadge = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <Badge variant="filled" color={colours[tone]} size="sm" miw="max-content">
    {children}
  </Badge>
);
