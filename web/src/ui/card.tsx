import { Group, Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface CardProps {
  title: string;
  children: ReactNode;
  /** Beside the title: where there is more of it, or what can be done. */
  more?: ReactNode;
}

/** A part of a page, with its title. */
export function Card({ title, children, more }: CardProps) {
  return (
    <Paper withBorder p="md" component="section">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h5">
          {title}
        </Title>
        {more}
      </Group>
      {children}
    </Paper>
  );
}
