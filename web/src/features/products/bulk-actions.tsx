import { Button, Group, Paper, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../design/feedback/confirm-dialog.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { useNotify } from '../../design/feedback/notify.ts';
import { UnknownOutcome } from '../../design/forms/request-form.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { useIdempotentRequest } from '../../session/use-idempotent-request.ts';
import './bulk-actions.css';
import { BulkForm, type CommonChanges } from './bulk-form.tsx';

interface BulkActionsProps {
  chosen: ReadonlySet<string>;
  /** Called after an action, or to clear the selection. */
  onDone(): void;
}

/** Actions for the selected products. Hidden without a selection. */
export function BulkActions({ chosen, onDone }: BulkActionsProps) {
  const { t, counted } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  const [isChanging, change] = useDisclosure(false);
  const [isDeleting, deleting] = useDisclosure(false);
  const finish = async (message: string) => {
    change.close();
    deleting.close();
    onDone();
    notify.success(message);
    await Promise.all(
      ['products', 'stock', 'dashboard'].map((kind) => queries.invalidateQueries({ queryKey: [kind] })),
    );
  };
  const changing = useIdempotentRequest(['changeProducts'], {
    onDone: ({ data: { changed } }) => finish(counted('bulk.changed', changed)),
    // While the form is open, it shows the error.
    onRejected: (error) => !isChanging && notify.error(error),
  });
  const deletion = useIdempotentRequest(['deleteRecords'], {
    onDone: (_, { body }) => finish(counted('bulk.deleted', body?.ids.length ?? 0)),
  });
  const submit = (changes: CommonChanges) => changing.send('changeProducts', { body: { ids: [...chosen], changes } });
  const setStatus = (status: 'active' | 'inactive') => submit({ status });
  if (chosen.size === 0) return null;
  return (
    <Paper withBorder p="xs" component="section" className="bulk-bar" aria-label={t('bulk.title')}>
      {!isChanging && <UnknownOutcome request={changing} />}
      <Group gap="xs">
        <Text fw={600} aria-live="polite" mx="xs">
          {counted('bulk.chosen', chosen.size)}
        </Text>
        <Button size="xs" variant="default" onClick={() => setStatus('active')}>
          {t('product.activate')}
        </Button>
        <Button size="xs" variant="default" onClick={() => setStatus('inactive')}>
          {t('product.deactivate')}
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            changing.reset();
            change.open();
          }}
        >
          {t('bulk.change')}
        </Button>
        <Button size="xs" variant="default" c="var(--bad)" onClick={deleting.open}>
          {t('product.delete')}
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={onDone}>
          {t('bulk.none')}
        </Button>
      </Group>
      <Dialog isOpen={isChanging} onClose={change.close} title={counted('bulk.changeOf', chosen.size)}>
        <BulkForm request={changing} onClose={change.close} onChange={submit} />
      </Dialog>
      <ConfirmDialog
        title={counted('bulk.deleteOf', chosen.size)}
        text={t('product.deleteWarning')}
        action={t('product.delete')}
        isOpen={isDeleting}
        request={deletion}
        onClose={deleting.close}
        onConfirm={() => deletion.send('deleteRecords', { body: { ids: [...chosen] } })}
      />
    </Paper>
  );
}
