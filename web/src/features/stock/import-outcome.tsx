import { List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Card } from '../../design/card.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { rowText } from '../../session/error-text.ts';
import type { ResponseData } from '../../session/types.ts';
import { firstErrors } from './level-rules.ts';

interface Outcome {
  success: number;
  failed: number;
  errors: ResponseData<'getImport'>['errors'];
}

interface ImportOutcomeProps {
  outcome: Outcome;
  /** Leads to what was imported. */
  link: ReactNode;
  children?: ReactNode;
}

/** Result of an import: the number of imported rows and the errors of the others. */
export function ImportOutcome({ outcome: { success, failed, errors }, link, children }: ImportOutcomeProps) {
  const { counted } = useI18n();
  return (
    <div role="status">
      <Card title={counted('import.done', success)} more={link}>
        {failed > 0 && <Text fw={600}>{counted('import.failed', failed)}</Text>}
        <RowErrors errors={errors} />
        {children}
      </Card>
    </div>
  );
}

export function RowErrors({ errors }: Pick<Outcome, 'errors'>) {
  const { t, counted, number } = useI18n();
  const { shown, more } = firstErrors(errors);
  return (
    <>
      <List size="sm">
        {shown.map(({ row, message }) => (
          <List.Item key={row}>{t('import.row', { row: number(row), message: rowText(message, t) })}</List.Item>
        ))}
      </List>
      {more > 0 && <Text size="sm">{counted('import.more', more)}</Text>}
    </>
  );
}
