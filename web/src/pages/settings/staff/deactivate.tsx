import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSpeech } from '../../../language/language.tsx';
import { api } from '../../../session/api.ts';
import { useSession } from '../../../session/session.tsx';
import { Question } from '../../../ui/question.tsx';
import { useTell } from '../../../ui/tell.ts';
import type { Colleague } from './colleague.ts';

interface DeactivateProps {
  colleague: Colleague;
  isOpen: boolean;
  onClose(): void;
}

/** Somebody works here no longer; asked first. */
export function Deactivate({ colleague: { id, name }, isOpen, onClose }: DeactivateProps) {
  const { t } = useSpeech();
  const { user } = useSession();
  const tell = useTell();
  const queries = useQueryClient();
  const ending = useMutation({
    mutationFn: () => api.deactivateColleague({ path: { id } }),
    onSuccess: async () => {
      close();
      tell.done(t('staff.isGone', { name }));
      await queries.invalidateQueries({ queryKey: ['staff'] });
    },
  });
  const close = () => {
    ending.reset();
    onClose();
  };
  return (
    <Question
      title={t('staff.deactivateOf', { name })}
      text={t(id === user.id ? 'staff.deactivateYou' : 'staff.deactivateText', { name })}
      action={t('staff.deactivate')}
      isOpen={isOpen}
      act={ending}
      onClose={close}
      onYes={() => ending.mutate()}
    />
  );
}
