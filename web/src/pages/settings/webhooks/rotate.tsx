import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSpeech } from '../../../language/language.tsx';
import { api } from '../../../session/api.ts';
import { Question } from '../../../ui/question.tsx';
import { SecretWindow } from './secret.tsx';
import type { Webhook } from './state.tsx';

/** A new secret; for a day both sign, so that a receiver can change over. */
export function Rotate({ webhook: { id, old_secret_until } }: { webhook: Webhook }) {
  const { t } = useSpeech();
  const queries = useQueryClient();
  const [isAsking, ask] = useState(false);
  const [secret, tell] = useState<string | null>();
  const rotating = useMutation({
    mutationFn: async () => (await api.rotateWebhookSecret({ path: { id } })).data,
    onSuccess: async (told) => {
      ask(false);
      tell(told.secret);
      await queries.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
  return (
    <>
      <Button variant="default" size="xs" onClick={() => ask(true)}>
        {t('webhooks.rotate')}
      </Button>
      <Question
        title={t('webhooks.rotateQuestion')}
        text={t(old_secret_until === null ? 'webhooks.rotateText' : 'webhooks.rotateAgainText')}
        action={t('webhooks.rotate')}
        isOpen={isAsking}
        isBusy={rotating.isPending}
        error={rotating.error}
        onClose={() => {
          rotating.reset();
          ask(false);
        }}
        onYes={() => rotating.mutate()}
      />
      <SecretWindow secret={secret} onClose={() => tell(undefined)} />
    </>
  );
}
