import { Alert, List, Text } from '@mantine/core';
import { useI18n } from '../../language/i18n.tsx';
import { rowErrorText } from '../../session/error-text.ts';
import { firstErrors } from './level-rules.ts';

interface ImportErrorsProps {
  valid: boolean;
  errors: readonly string[];
  counts: { created: number; changed: number; unchanged: number; failed: number };
}

/** Which rows a preview found to be wrong, and how many records are new or changed. */
export function ImportErrors({ valid, errors, counts }: ImportErrorsProps) {
  const { t, counted, number } = useI18n();
  const { shown, more } = firstErrors(errors);
  return (
    <>
      {valid ? (
        <Text role="status">{t('import.valid')}</Text>
      ) : (
        <Alert color="red" role="alert" title={counted('import.wrong', counts.failed)}>
          <List size="sm">
            {shown.map((error) => (
              <List.Item key={error}>{rowErrorText(error, t)}</List.Item>
            ))}
          </List>
          {more > 0 && <Text size="sm">{counted('import.more', more)}</Text>}
        </Alert>
      )}
      <Text>
        {t('import.counts', {
          created: number(counts.created),
          changed: number(counts.changed),
          unchanged: number(counts.unchanged),
          failed: number(counts.failed),
        })}
      </Text>
    </>
  );
}
