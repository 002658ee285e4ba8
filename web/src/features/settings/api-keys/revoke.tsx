import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../design/feedback/confirm-dialog.tsx';
import { useNotify } from '../../../design/feedback/notify.ts';
import { useI18n } from '../../../language/i18n.tsx';
import { api, ignoreNotFound } from '../../../session/api.ts';
import type { RowOf } from '../../../session/types.ts';

interface RevokeProps {
  apiKey: RowOf<'listApiKeys'>;
  isOpen: boolean;
  onClose(): void;
}

/** Revokes an API key after confirmation. */
export function Revoke({ apiKey: { id, name }, isOpen, onClose }: RevokeProps) {
  const { t } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  const revoking = useMutation({
    mutationFn: () => ignoreNotFound(api.revokeApiKey({ path: { id } })),
    onSuccess: async () => {
      onClose();
      notify.success(t('apiKeys.isRevoked', { name }));
      await queries.invalidateQueries({ queryKey: ['api-keys'] });
    },
  });
  return (
    <ConfirmDialog
      title={t('apiKeys.revokeOf', { name })}
      text={t('apiKeys.revokeText')}
      action={t('apiKeys.revoke')}
      isOpen={isOpen}
      request={revoking}
      onClose={onClose}
      onConfirm={() => revoking.mutate()}
    />
  );
}
