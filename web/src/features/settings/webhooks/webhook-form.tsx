import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { textsOf } from '../../../design/auth-layout.tsx';
import { Dialog } from '../../../design/feedback/dialog.tsx';
import { FormErrorAlert } from '../../../design/feedback/error-alert.tsx';
import { FormButtons } from '../../../design/forms/form-buttons.tsx';
import { RequestForm } from '../../../design/forms/request-form.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { fieldErrors } from '../../../session/error-text.ts';
import { useIdempotentRequest } from '../../../session/use-idempotent-request.ts';
import { patternsFor, selectionOf } from './event-types.ts';
import { EventsField } from './events-field.tsx';
import type { Webhook } from './webhook-state.tsx';

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
  const [selection, setSelection] = useState(() => selectionOf(before?.types ?? null));
  const saving = useIdempotentRequest(['createWebhook', 'updateWebhook'], {
    subject: before?.id,
    onDone: async ({ data }) => {
      onClose();
      onSaved(data);
      await queries.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
  const errors = fieldErrors(saving.error, t);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { url = '', description = '' } = textsOf(event);
    const body = { url, description, types: selection.isAll ? null : patternsFor(selection.chosen) };
    if (before === undefined) saving.send('createWebhook', { body });
    else saving.send('updateWebhook', { path: { id: before.id }, body });
  };
  return (
    <RequestForm request={saving} onSubmit={submit}>
      <FormErrorAlert error={saving.error} fields={['url', 'description', 'types']} />
      <TextInput
        name="url"
        type="url"
        label={t('webhooks.url')}
        placeholder="https://"
        required
        data-autofocus
        autoComplete="off"
        defaultValue={before?.url ?? ''}
        error={errors.url}
      />
      <TextInput
        name="description"
        label={t('webhooks.description')}
        autoComplete="off"
        maxLength={500}
        defaultValue={before?.description ?? ''}
        error={errors.description}
      />
      <EventsField selection={selection} error={errors.types} onChange={setSelection} />
      <FormButtons isBusy={saving.isPending} onCancel={onClose} />
    </RequestForm>
  );
}
