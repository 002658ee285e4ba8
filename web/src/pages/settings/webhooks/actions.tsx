import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSpeech } from '../../../language/language.tsx';
import { api } from '../../../session/api.ts';
import { Question } from '../../../ui/question.tsx';
import { useRecordQueries } from '../../../ui/record-queries.ts';
import { useTell } from '../../../ui/tell.ts';
import type { Webhook } from './state.tsx';
import { WebhookWindow } from './webhook-form.tsx';

/** What is done with an endpoint as a whole. */
export function Actions({ webhook }: { webhook: Webhook }) {
  const { t } = useSpeech();
  const tell = useTell();
  const queries = useQueryClient();
  const [doing, setDoing] = useState<'edit' | 'delete'>();
  const stop = () => setDoing(undefined);
  const isOn = webhook.status === 'active';
  const switching = useMutation({
    mutationFn: async () => {
      await api.updateWebhook({ path: { id: webhook.id }, body: { status: isOn ? 'paused' : 'active' } });
      await queries.invalidateQueries({ queryKey: ['webhooks'] });
    },
    onError: tell.failed,
  });
  return (
    <Group gap="xs">
      <Button variant="default" onClick={() => setDoing('delete')}>
        {t('webhooks.delete')}
      </Button>
      <Button variant="default" loading={switching.isPending} onClick={() => switching.mutate()}>
        {t(isOn ? 'webhooks.switchOff' : 'webhooks.switchOn')}
      </Button>
      <Button onClick={() => setDoing('edit')}>{t('webhooks.edit')}</Button>
      <WebhookWindow webhook={webhook} isOpen={doing === 'edit'} onClose={stop} onSaved={() => tell.done(t('webhooks.saved'))} />
      <Delete webhook={webhook} isOpen={doing === 'delete'} onClose={stop} />
    </Group>
  );
}

function Delete({ webhook: { id, url }, isOpen, onClose }: { webhook: Webhook; isOpen: boolean; onClose(): void }) {
  const { t } = useSpeech();
  const tell = useTell();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const ofWebhook = useRecordQueries(id);
  const deleting = useMutation({
    mutationFn: async () => {
      await ofWebhook.pause();
      return api.deleteWebhook({ path: { id } });
    },
    onError: ofWebhook.resume,
    onSuccess: async () => {
      onClose();
      tell.done(t('webhooks.deleted'));
      await navigate({ to: '/settings/webhooks' });
      await queries.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
  return (
    <Question
      title={t('webhooks.deleteQuestion')}
      text={t('webhooks.deleteText', { url })}
      action={t('webhooks.delete')}
      isOpen={isOpen}
      act={deleting}
      onClose={() => {
        deleting.reset();
        onClose();
      }}
      onYes={() => deleting.mutate()}
    />
  );
}
