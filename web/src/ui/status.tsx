import { Badge } from '@mantine/core';
import { useSpeech } from '../language/language.tsx';
import type { TextName } from '../language/texts.ts';

// Of the contrast that white letters of this size need.
const colours: Record<string, string> = {
  completed: '#1b6e2b',
  pending: 'blue.9',
  partially_refunded: '#9c4209',
  refunded: '#9c4209',
  voided: 'gray.7',
};

export function StatusBadge({ status }: { status: string }) {
  const { t } = useSpeech();
  return (
    <Badge variant="filled" color={colours[status] ?? 'gray.7'} size="sm">
      {t(`sales.status.${status}` as TextName)}
    </Badge>
  );
}
