import { List, Text } from '@mantine/core';
import { Card } from '../../design/card.tsx';
import { TextLink } from '../../design/text-link.tsx';
import { useI18n } from '../../language/i18n.tsx';
import type { ResponseData } from '../../session/types.ts';

interface Outcome {
  success: number;
  failed: number;
  errors: ResponseData<'getImport'>['errors'];
}

const shown_at_most = 50;

/** Result of an import: the number of imported rows and the errors of the others. */
export function ImportOutcome({ outcome: { success, failed, errors } }: { outcome: Outcome }) {
  const { t, counted } = useI18n();
  return (
    <div role="status">
      <Card title={counted('import.done', success)} more={<TextLink to="/products">{t('import.toProducts')}</TextLink>}>
        {failed > 0 && <Text fw={600}>{counted('import.failed', failed)}</Text>}
        <RowErrors errors={errors} />
      </Card>
    </div>
  );
}

export function RowErrors({ errors }: Pick<Outcome, 'errors'>) {
  const { t, counted, number } = useI18n();
  return (
    <>
      <List size="sm">
        {errors.slice(0, shown_at_most).map(({ row, message }) => (
          <List.Item key={row}>{t('import.row', { row: number(row), message })}</List.Item>
        ))}
      </List>
      {errors.length > shown_at_most && <Text size="sm">{counted('import.more', errors.length - shown_at_most)}</Text>}
    </>
  );
}
