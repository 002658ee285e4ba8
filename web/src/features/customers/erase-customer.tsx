import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ConfirmDialog } from '../../design/feedback/confirm-dialog.tsx';
import { useNotify } from '../../design/feedback/notify.ts';
import { useI18n } from '../../language/i18n.tsx';
import { useRecordQueries } from '../../session/record-queries.ts';
import type { ResponseData } from '../../session/types.ts';
import { useIdempotentRequest } from '../../session/use-idempotent-request.ts';

interface EraseCustomerProps {
  customer: ResponseData<'getCustomer'>;
  isOpen: boolean;
  onClose(): void;
}

/** Permanently erases a customer's personal data after confirmation. */
export function EraseCustomer({ customer, isOpen, onClose }: EraseCustomerProps) {
  const { t } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const recordQueries = useRecordQueries(customer.id);
  const erasing = useIdempotentRequest(['eraseCustomer'], {
    subject: customer.id,
    onRejected: recordQueries.resume,
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
      request={erasing}
      onClose={onClose}
      onConfirm={() => {
        void recordQueries.pause();
        erasing.send('eraseCustomer', { path: { id: customer.id } });
      }}
    />
  );
}
