import { Button, Group, Paper, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ConfirmDialog } from '../../design/feedback/confirm-dialog.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { useNotify } from '../../design/feedback/notify.ts';
import { useUndo } from '../../design/feedback/undo.tsx';
import { UnknownOutcome } from '../../design/forms/request-form.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { afterProductChange } from '../../session/queries.ts';
import { sendOnce } from '../../session/send-once.ts';
import { useIdempotentRequest } from '../../session/use-idempotent-request.ts';
import './bulk-actions.css';
import { BulkForm, type CommonChanges } from './bulk-form.tsx';
import { type Status, statusBefore } from './bulk-rules.ts';
import { useDelayedDeletion } from './delayed-deletion.ts';

interface BulkActionsProps {
  chosen: ReadonlySet<string>;
  /** Called after an action, or to clear the selection. */
  onDone(): void;
}

/** Actions for the selected products. Hidden without a selection. */
export function BulkActions({ chosen, onDone }: BulkActionsProps) {
  const { t, counted } = useI18n();
  const notify = useNotify();
  const [isChanging, change] = useDisclosure(false);
  const [isDeleting, deleting] = useDisclosure(false);
  const undo = useUndo();
  const deleteLater = useDelayedDeletion();
  const setBack = async (ids: string[], status: Status) => {
    const key = `changeProducts back ${ids.join()}`;
    const outcome = await sendOnce(key, 'changeProducts', { body: { ids, changes: { status } } });
    if ('error' in outcome) notify.error(outcome.error);
    await afterProductChange();
  };
  const changing = useIdempotentRequest(['changeProducts'], {
    onDone: async ({ data: { changed } }, { body }) => {
      change.close();
      onDone();
      const message = counted('bulk.changed', changed);
      const before = body === undefined ? undefined : statusBefore(body, changed);
      if (body === undefined || before === undefined) notify.success(message);
      else undo(message, { onUndo: () => void setBack(body.ids, before) });
      await afterProductChange();
    },
    // While the form is open, it shows the error.
    onRejected: (error) => !isChanging && notify.error(error),
  });
  const deleteChosen = () => {
    const ids = [...chosen];
    deleting.close();
    onDone();
    deleteLater({
      ids,
      message: counted('bulk.deleted', ids.length),
      perform: async () => {
        const outcome = await sendOnce(`deleteRecords ${ids.join()}`, 'deleteRecords', { body: { ids } });
        if ('error' in outcome) throw outcome.error;
      },
    });
  };
  const submit = (changes: CommonChanges) => changing.send('changeProducts', { body: { ids: [...chosen], changes } });
  const setStatus = (status: Status) => submit({ status });
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
        request={{ isPending: false, error: null }}
        onClose={deleting.close}
        onConfirm={deleteChosen}
      />
    </Paper>
  );
}
