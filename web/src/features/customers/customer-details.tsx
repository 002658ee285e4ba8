import { Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { textsOf } from '../../design/auth-layout.tsx';
import { Card } from '../../design/card.tsx';
import { FormErrorAlert } from '../../design/feedback/error-alert.tsx';
import { useNotify } from '../../design/feedback/notify.ts';
import { SaveSections, useSaveSection } from '../../design/forms/save-sections.tsx';
import { trackChanges } from '../../design/forms/unsaved.tsx';
import { useVersion } from '../../design/use-version.ts';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { fieldErrors } from '../../session/error-text.ts';
import { useSession } from '../../session/session.tsx';
import type { ResponseData } from '../../session/types.ts';
import { changesOf, type CustomerFields as Fields } from './changes.ts';
import { CustomerFields, shownFields } from './customer-fields.tsx';

type Customer = ResponseData<'getCustomer'>;

interface CustomerProps {
  customer: Customer;
}

/** Details of a customer, saved by a bar at the end of the page. */
export const CustomerDetailsForm = ({ customer }: CustomerProps) => (
  <SaveSections>
    <DetailsForm customer={customer} />
  </SaveSections>
);

function DetailsForm({ customer }: CustomerProps) {
  // Events do not overwrite typed input. After saving, the form is reset to the current customer.
  const [version, renew] = useVersion();
  const [start, setStart] = useState(customer);
  const restart = (saved: Customer) => {
    setStart(saved);
    renew();
  };
  return <EditForm key={version} customer={start} onSaved={restart} />;
}

function EditForm({ customer, onSaved }: CustomerProps & { onSaved(saved: Customer): void }) {
  const { t, dateTime } = useI18n();
  const { merchant } = useSession();
  const notify = useNotify();
  const queries = useQueryClient();
  const { id } = customer;
  const saving = useMutation({
    mutationFn: async (body: Partial<Fields>) => (await api.updateCustomer({ path: { id }, body })).data,
    onSuccess: async (saved) => {
      queries.setQueryData(['customers', id], saved);
      notify.success(t('customer.saved', { name: saved.name }));
      onSaved(saved);
      await queries.invalidateQueries({ queryKey: ['customers'] });
    },
  });
  const { form, unsaved } = useSaveSection(saving);
  const submit = (event: FormEvent<HTMLFormElement>) => saving.mutate(changesOf(customer, textsOf(event)));
  return (
    <Card title={t('customer.about')}>
      <form ref={form} onSubmit={submit} aria-label={t('customer.about')} {...trackChanges(unsaved)}>
        <Stack>
          <FormErrorAlert error={saving.error} fields={shownFields} />
          <CustomerFields before={customer} errors={fieldErrors(saving.error, t)} />
          <Text size="sm" c="dimmed">
            {t('customer.since')}: {dateTime(customer.created_at, merchant.timezone)}
          </Text>
          <button type="submit" hidden />
        </Stack>
      </form>
    </Card>
  );
}
