import { Group, Text } from '@mantine/core';
import type { FormEvent } from 'react';
import { textsOf } from '../../design/auth-layout.tsx';
import { ErrorAlert, FormErrorAlert } from '../../design/feedback/error-alert.tsx';
import { FormButtons } from '../../design/forms/form-buttons.tsx';
import { numberOf, textOf, withoutUndefined } from '../../design/forms/form-values.ts';
import { AmountField, PercentField, QuantityField } from '../../design/forms/number-fields.tsx';
import { RequestForm } from '../../design/forms/request-form.tsx';
import { useI18n } from '../../language/i18n.tsx';
import type { api } from '../../session/api.ts';
import { fieldErrors } from '../../session/error-text.ts';
import type { IdempotentRequest } from '../../session/use-idempotent-request.ts';
import { CategoryField } from './category-field.tsx';

export type CommonChanges = NonNullable<Parameters<typeof api.changeProducts>[0]['body']>['changes'];

interface BulkFormProps {
  request: IdempotentRequest<'changeProducts'>;
  onClose(): void;
  onChange(changes: CommonChanges): void;
}

const besideFields = ['category', 'price', 'cost', 'tax_rate', 'min_stock'].map((name) => `changes.${name}`);

/** Changes several products at once. Empty fields do not change. */
export function BulkForm({ request, onClose, onChange }: BulkFormProps) {
  const { t } = useI18n();
  const { error } = request;
  const errors = fieldErrors(error, t);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { category, price, cost, tax_rate, min_stock } = textsOf(event);
    onChange(
      withoutUndefined({
        category: textOf(category),
        price: numberOf(price),
        cost: numberOf(cost),
        tax_rate: numberOf(tax_rate),
        min_stock: numberOf(min_stock),
      }),
    );
  };
  return (
    <RequestForm request={request} onSubmit={submit}>
      <Text>{t('bulk.text')}</Text>
      <ErrorAlert error={errors.changes === undefined ? null : new Error(t('bulk.nothing'))} />
      <FormErrorAlert error={error} fields={['changes', ...besideFields]} />
      <CategoryField error={errors['changes.category']} />
      <Group grow align="flex-start">
        {(['price', 'cost'] as const).map((name) => (
          <AmountField key={name} name={name} label={t(`products.${name}`)} error={errors[`changes.${name}`]} />
        ))}
      </Group>
      <Group grow align="flex-start">
        <PercentField name="tax_rate" label={t('product.tax')} error={errors['changes.tax_rate']} />
        <QuantityField name="min_stock" label={t('products.minStock')} error={errors['changes.min_stock']} />
      </Group>
      <FormButtons isBusy={request.isPending} onCancel={onClose} />
    </RequestForm>
  );
}
