import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../../../design/feedback/confirm-dialog.tsx';
import { useNotify } from '../../../design/feedback/notify.ts';
import { useI18n } from '../../../language/i18n.tsx';
import { api } from '../../../session/api.ts';
import { useRecordQueries } from '../../../session/record-queries.ts';
import { WebhookDialog } from './webhook-form.tsx';
import type { Webhook } from './webhook-state.tsx';

/** Edits, turns on or off, or deletes a webhook. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const { t } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  const [opened, setOpened] = useState<'edit' | 'delete'>();
  const close = () => setOpened(undefined);
  const isOn = webhook.status === 'active';
  const switching = useMutation({
    mutationFn: async () => {
      await api.updateWebhook({ path: { id: webhook.id }, body: { status: isOn ? 'paused' : 'active' } });
      await queries.invalidateQueries({ queryKey: ['webhooks'] });
    },
    onError: notify.error,
  });
  return (
    <Group gap="xs">
      <Button variant="default" onClick={() => setOpened('delete')}>
        {t('webhooks.delete')}
      </Button>
      <Button variant="default" loading={switching.isPending} onClick={() => switching.mutate()}>
        {t(isOn ? 'webhooks.switchOff' : 'webhooks.switchOn')}
      </Button>
      <Button onClick={() => setOpened('edit')}>{t('webhooks.edit')}</Button>
      <WebhookDialog
        webhook={webhook}
        isOpen={opened === 'edit'}
        onClose={close}
        onSaved={() => notify.success(t('webhooks.saved'))}
      />
      <DeleteWebhook webhook={webhook} isOpen={opened === 'delete'} onClose={close} />
    </Group>
  );
}

function DeleteWebhook({
  webhook: { id, url },
  isOpen,
  onClose,
}: {
  webhook: Webhook;
  isOpen: boolean;
  onClose(): void;
}) {
  const { t } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const recordQueries = useRecordQueries(id);
  const deleting = useMutation({
    mutationFn: async () => {
      await recordQueries.pause();
      return api.deleteWebhook({ path: { id } });
    },
    onError: recordQueries.resume,
    onSuccess: async () => {
      onClose();
      notify.success(t('webhooks.deleted'));
      await navigate({ to: '/settings/webhooks' });
      await queries.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
  return (
    <ConfirmDialog
      title={t('webhooks.deleteQuestion')}
      text={t('webhooks.deleteText', { url })}
      action={t('webhooks.delete')}
      isOpen={isOpen}
      request={deleting}
      onClose={onClose}
      onConfirm={() => deleting.mutate()}
    />
  );
}
