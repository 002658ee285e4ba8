import { Group, Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface CardProps {
  title: string;
  children: ReactNode;
  /** Shown beside the title. */
  more?: ReactNode;
}

/** A section of a page with a heading. */
export function Card({ title, children, more }: CardProps) {
  return (
    <Paper withBorder p="md" component="section" miw={0} className="card">
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
