import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { ErrorAlert } from '../../design/feedback/error-alert.tsx';
import { Loading } from '../../design/feedback/error-pages.tsx';
import { UnknownOutcome } from '../../design/forms/request-form.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { afterImport } from '../../session/queries.ts';
import type { ResponseData } from '../../session/types.ts';
import { useIdempotentRequest } from '../../session/use-idempotent-request.ts';
import { leftByUndo } from './import-rules.ts';

type Result = ResponseData<'previewUndo'>;

interface UndoImportProps {
  run: { id: string; file_name: string };
  onClose(): void;
}

/** What an undo of an import would do, and what it did. */
export function UndoImport({ run: { id, file_name }, onClose }: UndoImportProps) {
  const { t } = useI18n();
  const undoing = useIdempotentRequest(['undoImport'], {
    subject: id,
    onDone: afterImport,
    onRejected: () => void afterImport(),
  });
  const done = undoing.response?.data;
  const preview = useQuery({
    queryKey: ['undo preview', id],
    enabled: done === undefined,
    gcTime: 0,
    queryFn: async ({ signal }) => (await api.previewUndo({ signal, path: { id } })).data,
  });
  return (
    <Dialog title={t('undoImport.title', { file: file_name })} isOpen size="lg" skipUnsavedCheck onClose={onClose}>
      <Stack>
        <ErrorAlert error={undoing.error ?? (done === undefined ? preview.error : null)} />
        <UnknownOutcome request={undoing} />
        {done === undefined && preview.isLoading && <Loading height={120} />}
        {done === undefined && preview.data !== undefined && (
          <Outcome intro={t('undoImport.would')} result={preview.data} />
        )}
        {done !== undefined && (
          <div role="status">
            <Outcome intro={t('undoImport.done')} result={done} />
          </div>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t(done === undefined ? 'undoImport.cancel' : 'app.close')}
          </Button>
          {done === undefined && (
            <Button
              color="red.9"
              loading={undoing.isPending}
              disabled={preview.data === undefined || undoing.isUnknown}
              onClick={() => undoing.send('undoImport', { path: { id } })}
            >
              {t('undoImport.confirm')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

function Outcome({ intro, result }: { intro: string; result: Result }) {
  const { t, counted } = useI18n();
  const { removed, restored, stock_reversed, entries } = result;
  const left = leftByUndo(result);
  return (
    <Stack gap="xs">
      <Text>{intro}</Text>
      <List size="sm">
        <List.Item>{counted('undoImport.removed', removed)}</List.Item>
        <List.Item>{counted('undoImport.restored', restored)}</List.Item>
        <List.Item>{counted('undoImport.stock', stock_reversed)}</List.Item>
      </List>
      {left.all > 0 && (
        <>
          <Text fw={600}>{counted('undoImport.kept', left.all)}</Text>
          <List size="sm">
            {entries.map(({ id, sku, name, field, reason }) => (
              <List.Item key={`${id} ${field}`}>
                {t(field === null ? 'undoImport.entry' : 'undoImport.entryOfField', {
                  name: sku === null ? name : `${name} (${sku})`,
                  field: field ?? '',
                  reason,
                })}
              </List.Item>
            ))}
          </List>
          {left.unlisted > 0 && <Text size="sm">{counted('import.more', left.unlisted)}</Text>}
        </>
      )}
    </Stack>
  );
}
