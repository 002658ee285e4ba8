import { Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useI18n } from '../../language/i18n.tsx';
import type { Answer } from '../../session/types.ts';
import { useAct } from '../../session/use-act.ts';
import { ActForm } from '../../ui/act-form.tsx';
import { textsOf } from '../../ui/auth-layout.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormEnd } from '../../ui/form-end.tsx';
import { useNotify } from '../../ui/notify.ts';
import { FormProblem } from '../../ui/problem.tsx';
import { fieldsOf } from '../../ui/sentence.ts';
import { type CustomerFields, changesOf } from './changes.ts';

interface CustomerDialogProps {
  /** Customer to edit; a new customer if missing. */
  customer?: Answer<'getCustomer'>;
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
  const saving = useAct(['createCustomer', 'updateCustomer'], {
    about: customer?.id,
    onDone: async ({ data: { id, name } }) => {
      onClose();
      if (customer === undefined) onCreated?.({ id, name });
      notify.success(t('customer.saved', { name }));
      await queries.invalidateQueries({ queryKey: ['customers'] });
    },
  });
  const wrong = fieldsOf(saving.error, t);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const changes = changesOf(before, textsOf(event));
    if (customer !== undefined) saving.send('updateCustomer', { path: { id: customer.id }, body: changes });
    else saving.send('createCustomer', { body: { name: '', ...changes } });
  };
  return (
    <ActForm act={saving} onSubmit={submit}>
      <FormProblem error={saving.error} beside={['name', 'phone', 'email', 'address']} />
      <TextInput
        name="name"
        label={t('customer.name')}
        required
        data-autofocus
        autoComplete="off"
        defaultValue={before.name}
        error={wrong.name}
      />
      <TextInput
        name="phone"
        type="tel"
        label={t('customer.phone')}
        description={t('customer.phoneHint')}
        autoComplete="off"
        defaultValue={before.phone ?? ''}
        error={wrong.phone}
      />
      <TextInput
        name="email"
        type="email"
        label={t('customer.email')}
        autoComplete="off"
        defaultValue={before.email ?? ''}
        error={wrong.email}
      />
      <Textarea
        name="address"
        label={t('customer.address')}
        autosize
        defaultValue={before.address ?? ''}
        error={wrong.address}
      />
      <FormEnd isBusy={saving.isPending} onCancel={onClose} />
    </ActForm>
  );
}
