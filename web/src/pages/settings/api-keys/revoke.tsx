import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSpeech } from '../../../language/language.tsx';
import { api, untilGone } from '../../../session/api.ts';
import { Question } from '../../../ui/question.tsx';
import { useTell } from '../../../ui/tell.ts';
import type { ApiKey } from './api-keys.tsx';

interface RevokeProps {
  apiKey: ApiKey;
  isOpen: boolean;
  onClose(): void;
}

/** The program that has the key is out at once; asked first. */
export function Revoke({ apiKey: { id, name }, isOpen, onClose }: RevokeProps) {
  const { t } = useSpeech();
  const tell = useTell();
  const queries = useQueryClient();
  const revoking = useMutation({
    mutationFn: () => untilGone(api.revokeApiKey({ path: { id } })),
    onSuccess: async () => {
      close();
      tell.done(t('apiKeys.isRevoked', { name }));
      await queries.invalidateQueries({ queryKey: ['api-keys'] });
    },
  });
  const close = () => {
    revoking.reset();
    onClose();
  };
  return (
    <Question
      title={t('apiKeys.revokeOf', { name })}
      text={t('apiKeys.revokeText')}
      action={t('apiKeys.revoke')}
      isOpen={isOpen}
      act={revoking}
      onClose={close}
      onYes={() => revoking.mutate()}
    />
  );
}
