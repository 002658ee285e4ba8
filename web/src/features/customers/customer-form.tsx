import { Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { textsOf } from '../../design/auth-layout.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { FormErrorAlert } from '../../design/feedback/error-alert.tsx';
import { useNotify } from '../../design/feedback/notify.ts';
import { FormButtons } from '../../design/forms/form-buttons.tsx';
import { RequestForm } from '../../design/forms/request-form.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { fieldErrors } from '../../session/error-text.ts';
import type { ResponseData } from '../../session/types.ts';
import { useIdempotentRequest } from '../../session/use-idempotent-request.ts';
import { type CustomerFields, changesOf } from './changes.ts';

interface CustomerDialogProps {
  /** Customer to edit; a new customer if missing. */
  customer?: ResponseData<'getCustomer'>;
  isOpen: boolean;
  onClose(): void;
  /** Called with a new customer. */
  onCreated?(customer: { id: string; name: string }): void;
}

export function CustomerDialog({ customer, isOpen, onClose, onCreated }: CustomerDialogProps) {
  const { t } = useI18n();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t(customer === undefined ? 'customers.new' : 'customer.edit')}>
      <CustomerForm customer={customer} onClose={onClose} onCreated={onCreated} />
    </Dialog>
  );
}

const newCustomer: CustomerFields = { name: '', phone: null, email: null, address: null };

function CustomerForm({ customer, onClose, onCreated }: Omit<CustomerDialogProps, 'isOpen'>) {
  const { t } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  // Values at the time the form was opened, so that saving does not overwrite other users' changes.
  const [before] = useState<CustomerFields>(customer ?? newCustomer);
  const saving = useIdempotentRequest(['createCustomer', 'updateCustomer'], {
    subject: customer?.id,
    onDone: async ({ data: { id, name } }) => {
      onClose();
      if (customer === undefined) onCreated?.({ id, name });
      notify.success(t('customer.saved', { name }));
      await queries.invalidateQueries({ queryKey: ['customers'] });
    },
  });
  const errors = fieldErrors(saving.error, t);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const changes = changesOf(before, textsOf(event));
    if (customer !== undefined) saving.send('updateCustomer', { path: { id: customer.id }, body: changes });
    else saving.send('createCustomer', { body: { name: '', ...changes } });
  };
  return (
    <RequestForm request={saving} onSubmit={submit}>
      <FormErrorAlert error={saving.error} fields={['name', 'phone', 'email', 'address']} />
      <TextInput
        name="name"
        label={t('customer.name')}
        required
        data-autofocus
        autoComplete="off"
        defaultValue={before.name}
        error={errors.name}
      />
      <TextInput
        name="phone"
        type="tel"
        label={t('customer.phone')}
        description={t('customer.phoneHint')}
        autoComplete="off"
        defaultValue={before.phone ?? ''}
        error={errors.phone}
      />
      <TextInput
        name="email"
        type="email"
        label={t('customer.email')}
        autoComplete="off"
        defaultValue={before.email ?? ''}
        error={errors.email}
      />
      <Textarea
        name="address"
        label={t('customer.address')}
        autosize
        defaultValue={before.address ?? ''}
        error={errors.address}
      />
      <FormButtons isBusy={saving.isPending} onCancel={onClose} />
    </RequestForm>
  );
}
