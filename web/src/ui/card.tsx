import { Group, Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface CardProps {
  title: string;
  /** Beside the title: what can be done, or where there is more. */
  more?: ReactNode;
  children: ReactNode;
}

/** A part of a page under a title of its own. */
export function Card({ title, more, children }: CardProps) {
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
