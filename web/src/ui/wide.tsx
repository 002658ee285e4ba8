import { Box } from '@mantine/core';
import type { ReactNode } from 'react';

interface WideProps {
  /** Accessible name. */
  label: string;
  minWidth: number;
  children: ReactNode;
}

/** A table that scrolls horizontally in a narrow window, also with the arrow keys. */
export function Wide({ label, minWidth, children }: WideProps) {
  return (
    <Box role="group" aria-label={label} tabIndex={0} pos="relative" style={{ overflowX: 'auto' }}>
      <Box miw={minWidth}>{children}</Box>
    </Box>
  );
}
