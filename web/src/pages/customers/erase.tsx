import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useSpeech } from '../../language/language.tsx';
import type { Answer } from '../../session/types.ts';
import { useAct } from '../../session/use-act.ts';
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
  const erasing = useAct(['eraseCustomer'], {
    about: customer.id,
    onDone: async () => {
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
      act={erasing}
      onClose={onClose}
      onYes={() => erasing.send('eraseCustomer', { path: { id: customer.id } })}
    />
  );
}
