import { Badge, Text } from '@mantine/core';
import type { ReactNode } from 'react';

// These colours have enough contrast for small white text.
const colours = { busy: '#0f6274', warning: '#a34700', bad: '#b02525', over: '#495057' };

export type Tone = 'good' | keyof typeof colours;

/** A status in one word. The usual one is plain text, so that the others stand out. */
export const StateBadge = ({ tone, children }: { tone: Tone; children: ReactNode }) =>
  tone === 'good' ? (
    <Text span inherit c="dimmed" className="usual">
      {children}
    </Text>
  ) : (
    <Badge variant="filled" color={colours[tone]} size="sm" miw="max-content">
      {children}
    </Badge>
  );
