import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';

// These colours have enough contrast for small white text.
const colours = { good: '#1b6e2b', busy: '#0f6274', warning: '#a34700', bad: '#b02525', over: '#495057' };

export type Tone = keyof typeof colours;

/** A status in one word. */
export const StateBadge = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <Badge variant="filled" color={colours[tone]} size="sm" miw="max-content">
    {children}
  </Badge>
);
