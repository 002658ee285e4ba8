import { SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { textsOf } from '../../../design/auth-layout.tsx';
import { Card } from '../../../design/card.tsx';
import { FormErrorAlert } from '../../../design/feedback/error-alert.tsx';
import { useNotify } from '../../../design/feedback/notify.ts';
import { FormButtons } from '../../../design/forms/form-buttons.tsx';
import { trackChanges, useUnsaved } from '../../../design/forms/unsaved.tsx';
import { usePaymentMethodName } from '../../../design/payment-method-name.ts';
import { useI18n } from '../../../language/i18n.tsx';
import { api } from '../../../session/api.ts';
import { fieldErrors } from '../../../session/error-text.ts';
import {
  type Accounts,
  type AccountsChange,
  accountMethods,
  accountsFrom,
  changedAccounts,
  errorsByField,
  otherAccounts,
  rowsOf,
  shownFields,
} from './accounts-rules.ts';
import { DatevFields } from './datev-fields.tsx';
import { type Category, RateRows } from './rate-rows.tsx';

interface AccountsFormProps {
  accounts: Accounts;
  categories: readonly Category[];
}

/** All accounts in one form. Only what was changed is sent. */
export function AccountsForm({ accounts, categories }: AccountsFormProps) {
  const { t } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  const unsaved = useUnsaved();
  const methodName = usePaymentMethodName();
  // Values at the time the form was opened, so that saving does not overwrite other users' changes.
  const [before, setBefore] = useState(accounts);
  const [revenue, setRevenue] = useState(() => rowsOf(accounts.revenue));
  const [tax, setTax] = useState(() => rowsOf(accounts.tax));
  const keys = { revenue: revenue.map(({ key }) => key), tax: tax.map(({ key }) => key) };
  const saving = useMutation({
    mutationFn: async (body: AccountsChange) => (await api.updateAccounts({ body })).data,
    onSuccess: async (_after, body) => {
      setBefore({ ...before, ...body } as Accounts);
      unsaved.clear();
      notify.success(t('shop.saved'));
      await queries.invalidateQueries({ queryKey: ['accounting'] });
    },
  });
  const change =
    <Rows,>(set: (rows: Rows) => void) =>
    (rows: Rows) => {
      // Errors name entries by their position, which has changed.
      saving.reset();
      unsaved.touch();
      set(rows);
    };
  const submit = (event: FormEvent<HTMLFormElement>) =>
    saving.mutate(changedAccounts(before, accountsFrom(textsOf(event), keys)));
  const found = fieldErrors(saving.error, t);
  const errors = errorsByField(found, saving.variables, keys);
  const account = { maxLength: 20, autoComplete: 'off' } as const;
  return (
    <form onSubmit={submit} aria-label={t('settings.accounting')} {...trackChanges(unsaved)}>
      <Stack>
        <Text size="sm">{t('accounting.text')}</Text>
        <Card title={t('shop.paymentMethods')}>
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
            {accountMethods.map((method) => (
              <TextInput
                key={method}
                {...account}
                name={`method.${method}`}
                label={methodName(method)}
                placeholder={method}
                defaultValue={accounts.methods.find((one) => one.method === method)?.account ?? ''}
                error={errors[`method.${method}`]}
              />
            ))}
          </SimpleGrid>
        </Card>
        <RateRows list="revenue" rows={revenue} categories={categories} errors={errors} onChange={change(setRevenue)} />
        <RateRows list="tax" rows={tax} errors={errors} onChange={change(setTax)} />
        <Card title={t('accounting.others')}>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {otherAccounts.map((name) => (
              <TextInput
                key={name}
                {...account}
                name={name}
                label={t(`accounting.${name}`)}
                placeholder={name}
                defaultValue={accounts[name] ?? ''}
                error={errors[name]}
              />
            ))}
          </SimpleGrid>
        </Card>
        <DatevFields datev={accounts.datev} errors={errors} />
        <FormErrorAlert error={saving.error} fields={shownFields(found)} />
        <FormButtons isBusy={saving.isPending} />
      </Stack>
    </form>
  );
}
