import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icons.tsx';
import './empty-list.css';

interface EmptyListProps {
  icon: IconName;
  text: string;
  /** What adds the first one. */
  children?: ReactNode;
}

/** A list that has nothing yet. */
export function EmptyList({ icon, text, children }: EmptyListProps) {
  return (
    <Stack className="empty-list" align="center" gap="sm">
      <span className="empty-icon">
        <Icon name={icon} size={28} />
      </span>
      <Text maw={420}>{text}</Text>
      {children && (
        <Group justify="center" gap="xs">
          {children}
        </Group>
      )}
    </Stack>
  );
}
