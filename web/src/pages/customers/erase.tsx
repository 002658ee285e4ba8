import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useSpeech } from '../../language/language.tsx';
import type { Answer } from '../../session/types.ts';
import { useAct } from '../../session/use-act.ts';
import { Question } from '../../ui/question.tsx';
import { useRecordQueries } from '../../ui/record-queries.ts';
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
  const ofCustomer = useRecordQueries(customer.id);
  const erasing = useAct(['eraseCustomer'], {
    about: customer.id,
    onRefused: ofCustomer.resume,
    onDone: async () => {
      onClose();
      tell.done(t('customer.erased'));
      await navigate({ to: '/customers', search: {} });
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
      onYes={() => {
        void ofCustomer.pause();
        erasing.send('eraseCustomer', { path: { id: customer.id } });
      }}
    />
  );
}
