import { Badge } from '@mantine/core';
import { useSpeech } from '../language/language.tsx';
import type { TextName } from '../language/texts.ts';

// Of the contrast that white letters of this size need.
const colours: Record<string, string> = {
  completed: '#1b6e2b',
  pending: '#1864ab',
  partially_refunded: '#a34700',
  refunded: '#a34700',
  voided: '#495057',
};

export function StatusBadge({ status }: { status: string }) {
  const { t } = useSpeech();
  return (
    <Badge variant="filled" color={colours[status] ?? '#495057'} size="sm" miw="fit-content">
      {t(`sales.status.${status}` as TextName)}
    </Badge>
  );
}
