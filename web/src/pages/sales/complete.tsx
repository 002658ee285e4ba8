import { Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSpeech } from '../../language/language.tsx';
import { afterSale } from '../../queries.ts';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import type { Answer } from '../../session/types.ts';
import { FormEnd } from '../../ui/form-end.tsx';
import { FormProblem } from '../../ui/problem.tsx';
import { fieldsOf } from '../../ui/sentence.ts';
import { useTell } from '../../ui/tell.ts';
import { Window } from '../../ui/window.tsx';
import { bodyOf, inCash, TenderFields } from './tender.tsx';

interface CompleteProps {
  sale: Answer<'getTransaction'>;
  isOpen: boolean;
  onClose(): void;
}

/** A parked sale is paid. */
export function Complete({ sale, isOpen, onClose }: CompleteProps) {
  const { t, money } = useSpeech();
  const { merchant } = useSession();
  const tell = useTell();
  const [tender, setTender] = useState(inCash);
  const completion = useMutation({
    mutationFn: async () => (await api.completeTransaction({ path: { id: sale.id }, body: bodyOf(tender) })).data,
    onSuccess: async ({ transaction_code, change }) => {
      onClose();
      tell.done(
        change > 0
          ? t('sale.completedChange', { code: transaction_code, change: money(change, merchant.currency) })
          : t('sale.completed', { code: transaction_code }),
      );
      await afterSale();
    },
  });
  const wrong = fieldsOf(completion.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!completion.isPending) completion.mutate();
  };
  return (
    <Window isOpen={isOpen} onClose={onClose} title={t('sale.complete')}>
      <form onSubmit={submit}>
        <Stack>
          <FormProblem error={completion.error} beside={['payment_method', 'amount_tendered']} />
          <Text size="xl" fw={700} className="figures">
            {money(sale.total_amount, merchant.currency)}
          </Text>
          <TenderFields tender={tender} hasCustomer={sale.customer_id !== null} onChange={setTender} wrong={wrong} />
          <FormEnd isBusy={completion.isPending} action={t('sale.complete')} onCancel={onClose} />
        </Stack>
      </form>
    </Window>
  );
}
