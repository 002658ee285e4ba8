import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useI18n } from '../../language/i18n.tsx';
import type { Answer } from '../../session/types.ts';
import { useAct } from '../../session/use-act.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useNotify } from '../../ui/notify.ts';
import { useRecordQueries } from '../../ui/record-queries.ts';

interface EraseProps {
  customer: Answer<'getCustomer'>;
  isOpen: boolean;
  onClose(): void;
}

/** Permanently erases a customer's personal data after confirmation. */
export function Erase({ customer, isOpen, onClose }: EraseProps) {
  const { t } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const ofCustomer = useRecordQueries(customer.id);
  const erasing = useAct(['eraseCustomer'], {
    about: customer.id,
    onRefused: ofCustomer.resume,
    onDone: async () => {
      onClose();
      notify.success(t('customer.erased'));
      await navigate({ to: '/customers', search: {} });
      await queries.invalidateQueries({ queryKey: ['customers'] });
    },
  });
  return (
    <ConfirmDialog
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
