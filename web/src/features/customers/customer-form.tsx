import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { textsOf } from '../../design/auth-layout.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { FormErrorAlert } from '../../design/feedback/error-alert.tsx';
import { useNotify } from '../../design/feedback/notify.ts';
import { FormButtons } from '../../design/forms/form-buttons.tsx';
import { RequestForm } from '../../design/forms/request-form.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { fieldErrors } from '../../session/error-text.ts';
import { useIdempotentRequest } from '../../session/use-idempotent-request.ts';
import { changesOf, type CustomerFields as Fields } from './changes.ts';
import { CustomerFields, shownFields } from './customer-fields.tsx';

interface CustomerDialogProps {
  isOpen: boolean;
  onClose(): void;
  /** Called with the new customer. */
  onCreated?(customer: { id: string; name: string }): void;
}

/** Creates a customer. */
export function CustomerDialog({ isOpen, onClose, onCreated }: CustomerDialogProps) {
  const { t } = useI18n();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('customers.new')}>
      <NewCustomer onClose={onClose} onCreated={onCreated} />
    </Dialog>
  );
}

const newCustomer: Fields = { name: '', phone: null, email: null, address: null };

function NewCustomer({ onClose, onCreated }: Omit<CustomerDialogProps, 'isOpen'>) {
  const { t } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  const saving = useIdempotentRequest(['createCustomer'], {
    onDone: async ({ data: { id, name } }) => {
      onClose();
      onCreated?.({ id, name });
      notify.success(t('customer.saved', { name }));
      await queries.invalidateQueries({ queryKey: ['customers'] });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) =>
    saving.send('createCustomer', { body: { name: '', ...changesOf(newCustomer, textsOf(event)) } });
  return (
    <RequestForm request={saving} onSubmit={submit}>
      <FormErrorAlert error={saving.error} fields={shownFields} />
      <CustomerFields before={newCustomer} errors={fieldErrors(saving.error, t)} isFirst />
      <FormButtons isBusy={saving.isPending} onCancel={onClose} />
    </RequestForm>
  );
}
