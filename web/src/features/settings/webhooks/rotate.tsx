import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../../design/feedback/confirm-dialog.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { useIdempotentRequest } from '../../../session/use-idempotent-request.ts';
import { SecretDialog } from './secret.tsx';
import type { Webhook } from './webhook-state.tsx';

/** Creates a new secret. For one day requests are signed with both secrets, so that the receiver can change over. */
export function RotateSecret({ webhook: { id, old_secret_until } }: { webhook: Webhook }) {
  const { t } = useI18n();
  const queries = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const [secret, setSecret] = useState<string | null>();
  const rotating = useIdempotentRequest(['rotateWebhookSecret'], {
    subject: id,
    onDone: async ({ data }) => {
      setConfirming(false);
      setSecret(data.secret);
      await queries.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setConfirming(true)}>
        {t('webhooks.rotate')}
      </Button>
      <ConfirmDialog
        title={t('webhooks.rotateQuestion')}
        text={t(old_secret_until === null ? 'webhooks.rotateText' : 'webhooks.rotateAgainText')}
        action={t('webhooks.rotate')}
        isOpen={isConfirming}
        request={rotating}
        onClose={() => setConfirming(false)}
        onConfirm={() => rotating.send('rotateWebhookSecret', { path: { id } })}
      />
      <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />
    </>
  );
}
