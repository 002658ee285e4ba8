import { Group, Text } from '@mantine/core';
import type { FormEvent } from 'react';
import { useI18n } from '../../language/i18n.tsx';
import type { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import type { PageAct } from '../../session/use-act.ts';
import { ActForm } from '../../ui/act-form.tsx';
import { textsOf } from '../../ui/auth-layout.tsx';
import { FormEnd } from '../../ui/form-end.tsx';
import { AmountField, PercentField, QuantityField } from '../../ui/number-fields.tsx';
import { FormProblem, Problem } from '../../ui/problem.tsx';
import { fieldsOf } from '../../ui/sentence.ts';
import { givenOf, numberOf, textOf } from '../../ui/typed.ts';
import { CategoryField } from './category-field.tsx';

export type CommonChanges = NonNullable<Parameters<typeof api.changeProducts>[0]['body']>['changes'];

interface BulkFormProps {
  act: PageAct<'changeProducts'>;
  onClose(): void;
  onChange(changes: CommonChanges): void;
}

const besideFields = ['category', 'price', 'cost', 'tax_rate', 'min_stock'].map((name) => `changes.${name}`);

/** Changes several products at once. Empty fields do not change. */
export function BulkForm({ act, onClose, onChange }: BulkFormProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const { error } = act;
  const wrong = fieldsOf(error, t);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { category, price, cost, tax_rate, min_stock } = textsOf(event);
    onChange(
      givenOf({
        category: textOf(category),
        price: numberOf(price),
        cost: numberOf(cost),
        tax_rate: numberOf(tax_rate),
        min_stock: numberOf(min_stock),
      }),
    );
  };
  const amounts = ['price', ...(may('costs:read') ? (['cost'] as const) : [])] as const;
  return (
    <ActForm act={act} onSubmit={submit}>
      <Text>{t('bulk.text')}</Text>
      <Problem error={wrong.changes === undefined ? null : new Error(t('bulk.nothing'))} />
      <FormProblem error={error} beside={['changes', ...besideFields]} />
      <CategoryField error={wrong['changes.category']} />
      <Group grow align="flex-start">
        {amounts.map((name) => (
          <AmountField key={name} name={name} label={t(`products.${name}`)} error={wrong[`changes.${name}`]} />
        ))}
      </Group>
      <Group grow align="flex-start">
        <PercentField name="tax_rate" label={t('product.tax')} error={wrong['changes.tax_rate']} />
        <QuantityField name="min_stock" label={t('products.minStock')} error={wrong['changes.min_stock']} />
      </Group>
      <FormEnd isBusy={act.isPending} onCancel={onClose} />
    </ActForm>
  );
}
