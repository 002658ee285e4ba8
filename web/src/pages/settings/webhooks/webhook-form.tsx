import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useI18n } from '../../../language/i18n.tsx';
import { useAct } from '../../../session/use-act.ts';
import { ActForm } from '../../../ui/act-form.tsx';
import { textsOf } from '../../../ui/auth-layout.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormEnd } from '../../../ui/form-end.tsx';
import { FormProblem } from '../../../ui/problem.tsx';
import { fieldsOf } from '../../../ui/sentence.ts';
import { patternsFor, typesMatching } from './event-types.ts';
import { EventsField, type Wanted } from './events-field.tsx';
import type { Webhook } from './state.tsx';

interface WebhookDialogProps {
  /** Webhook to edit; a new webhook if missing. */
  webhook?: Webhook;
  isOpen: boolean;
  onClose(): void;
  /** Called after saving. A new webhook has its secret, which is shown only once. */
  onSaved(saved: { id: string; secret?: string | null }): void;
}

export function WebhookDialog({ webhook, isOpen, onClose, onSaved }: WebhookDialogProps) {
  const { t } = useI18n();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      size="lg"
      title={t(webhook === undefined ? 'webhooks.new' : 'webhooks.edit')}
    >
      <WebhookForm webhook={webhook} onClose={onClose} onSaved={onSaved} />
    </Dialog>
  );
}

function WebhookForm({ webhook, onClose, onSaved }: Omit<WebhookDialogProps, 'isOpen'>) {
  const { t } = useI18n();
  const queries = useQueryClient();
  // Values at the time the form was opened. A refetch does not change the form.
  const [before] = useState(webhook);
  const [wanted, want] = useState<Wanted>(() => ({
    everything: before === undefined || before.types === null,
    chosen: before === undefined || before.types === null ? new Set() : typesMatching(before.types),
  }));
  const saving = useAct(['createWebhook', 'updateWebhook'], {
    about: before?.id,
    onDone: async ({ data }) => {
      onClose();
      onSaved(data);
      await queries.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
  const wrong = fieldsOf(saving.error, t);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { url = '', description = '' } = textsOf(event);
    const body = { url: url.trim(), description, types: wanted.everything ? null : patternsFor(wanted.chosen) };
    if (before === undefined) saving.send('createWebhook', { body });
    else saving.send('updateWebhook', { path: { id: before.id }, body });
  };
  return (
    <ActForm act={saving} onSubmit={submit}>
      <FormProblem error={saving.error} beside={['url', 'description', 'types']} />
      <TextInput
        name="url"
        type="url"
        label={t('webhooks.url')}
        placeholder="https://"
        required
        data-autofocus
        autoComplete="off"
        defaultValue={before?.url ?? ''}
        error={wrong.url}
      />
      <TextInput
        name="description"
        label={t('webhooks.description')}
        autoComplete="off"
        maxLength={500}
        defaultValue={before?.description ?? ''}
        error={wrong.description}
      />
      <EventsField wanted={wanted} error={wrong.types} onChange={want} />
      <FormEnd isBusy={saving.isPending} onCancel={onClose} />
    </ActForm>
  );
}
