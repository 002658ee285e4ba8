import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import './filter-bar.css';

/** The fields above a list or report that choose what it shows. */
export function FilterBar({ children }: { children: ReactNode }) {
  return (
    <Group align="flex-end" className="filter-bar">
      {children}
    </Group>
  );
}
