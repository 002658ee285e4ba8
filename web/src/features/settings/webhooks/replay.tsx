import { Button, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { textsOf } from '../../../design/auth-layout.tsx';
import { clockIn, instantOf } from '../../../design/clock.ts';
import { Dialog } from '../../../design/feedback/dialog.tsx';
import { ErrorAlert } from '../../../design/feedback/error-alert.tsx';
import { useNotify } from '../../../design/feedback/notify.ts';
import { FormButtons } from '../../../design/forms/form-buttons.tsx';
import { RequestForm } from '../../../design/forms/request-form.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { api } from '../../../session/api.ts';
import { useSession } from '../../../session/session.tsx';
import { useIdempotentRequest } from '../../../session/use-idempotent-request.ts';
import { lastSequenceBefore } from './sequence-before.ts';
import type { Webhook } from './webhook-state.tsx';

/** Sends all events since a time again. */
export function Replay({ webhook }: { webhook: Webhook }) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        {t('replay.action')}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={t('replay.title')}>
        <ReplayForm webhook={webhook} onClose={close} />
      </Dialog>
    </>
  );
}

const hour_ms = 3_600_000;
/** Numbers follow the order of commits, so an event may have an earlier time than the event before it. */
const slack_ms = 60_000;

/** The number of the last event before the time, among those sent to this webhook. */
const eventBefore = (moment_ms: number, sequence: number) =>
  lastSequenceBefore(moment_ms, sequence, async (after) => {
    const [event] = (
      await api.listEvents({ query: { limit: 1, ...(after === undefined ? {} : { after: String(after) }) } })
    ).data;
    return event === undefined ? undefined : { sequence: event.sequence, at_ms: Date.parse(event.timestamp) };
  });

function ReplayForm({ webhook: { id, sequence }, onClose }: { webhook: Webhook; onClose(): void }) {
  const { t, counted } = useI18n();
  const { merchant } = useSession();
  const notify = useNotify();
  const queries = useQueryClient();
  const [now] = useState(() => Date.now());
  const replaying = useIdempotentRequest(['replayEvents'], {
    subject: id,
    onDone: async (_, { body }) => {
      onClose();
      notify.success(counted('replay.done', Math.max(sequence - (body?.after ?? sequence), 0)));
      await queries.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
  // The search runs first, so that a retry sends the identical request.
  const finding = useMutation({
    mutationFn: ({ from = '' }: Record<string, string>) =>
      eventBefore(instantOf(from, merchant.timezone) - slack_ms, sequence),
    onSuccess: (after) => replaying.send('replayEvents', { path: { id }, body: { after } }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => finding.mutate(textsOf(event));
  return (
    <RequestForm request={replaying} onSubmit={submit}>
      <ErrorAlert error={finding.error ?? replaying.error} />
      <Text>{t('replay.text')}</Text>
      <TextInput
        name="from"
        type="datetime-local"
        label={t('replay.from')}
        required
        data-autofocus
        defaultValue={clockIn(merchant.timezone, now - hour_ms)}
        max={clockIn(merchant.timezone, now)}
      />
      <FormButtons
        isBusy={finding.isPending || replaying.isPending}
        action={t('deliveries.again')}
        onCancel={onClose}
      />
    </RequestForm>
  );
}
