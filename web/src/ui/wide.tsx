import { Box } from '@mantine/core';
import type { ReactNode } from 'react';

interface WideProps {
  /** What it shows, for who does not see it. */
  label: string;
  minWidth: number;
  children: ReactNode;
}

/** A table that scrolls in itself where the window is narrow; the arrows scroll it, too. */
export function Wide({ label, minWidth, children }: WideProps) {
  return (
    <Box role="group" aria-label={label} tabIndex={0} pos="relative" style={{ overflowX: 'auto' }}>
      <Box miw={minWidth}>{children}</Box>
    </Box>
  );
}
