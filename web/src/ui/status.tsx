import { Badge } from '@mantine/core';
import { useSpeech } from '../language/language.tsx';
import type { TextName } from '../language/texts.ts';

const colours: Record<string, string> = {
  completed: 'green.9',
  pending: 'blue.9',
  partially_refunded: 'orange.9',
  refunded: 'orange.9',
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
