import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useSpeech } from '../../language/language.tsx';
import { api } from '../../session/api.ts';
import type { Answer } from '../../session/types.ts';
import { Question } from '../../ui/question.tsx';
import { useTell } from '../../ui/tell.ts';

interface EraseProps {
  customer: Answer<'getCustomer'>;
  isOpen: boolean;
  onClose(): void;
}

/** Takes a person out of the books for good; asked first. */
export function Erase({ customer, isOpen, onClose }: EraseProps) {
  const { t } = useSpeech();
  const tell = useTell();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const erasing = useMutation({
    mutationFn: () => api.eraseCustomer({ path: { id: customer.id } }),
    onSuccess: async () => {
      onClose();
      tell.done(t('customer.erased'));
      await navigate({ to: '/customers', search: {} });
      queries.removeQueries({ queryKey: ['customers', customer.id] });
      await queries.invalidateQueries({ queryKey: ['customers'] });
    },
  });
  return (
    <Question
      title={t('customer.eraseOf', { name: customer.name })}
      text={t('customer.eraseText')}
      action={t('customer.erase')}
      isOpen={isOpen}
      isBusy={erasing.isPending}
      error={erasing.error}
      onClose={onClose}
      onYes={() => erasing.mutate()}
    />
  );
}
