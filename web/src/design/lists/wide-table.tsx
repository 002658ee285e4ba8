import { Box } from '@mantine/core';
import type { ReactNode } from 'react';

interface WideTableProps {
  /** Accessible name. */
  label: string;
  minWidth: number;
  children: ReactNode;
}

/** A table that scrolls horizontally in a narrow window, also with the arrow keys. */
export function WideTable({ label, minWidth, children }: WideTableProps) {
  return (
    <Box role="group" aria-label={label} tabIndex={0} pos="relative" style={{ overflowX: 'auto' }}>
      <Box miw={minWidth}>{children}</Box>
    </Box>
  );
}
