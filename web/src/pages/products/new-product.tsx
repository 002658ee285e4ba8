import { Group, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useI18n } from '../../language/i18n.tsx';
import { useAct } from '../../session/use-act.ts';
import { ActForm } from '../../ui/act-form.tsx';
import { textsOf } from '../../ui/auth-layout.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormEnd } from '../../ui/form-end.tsx';
import { useNotify } from '../../ui/notify.ts';
import { AmountField, QuantityField } from '../../ui/number-fields.tsx';
import { FormProblem } from '../../ui/problem.tsx';
import { fieldsOf } from '../../ui/sentence.ts';
import { givenOf, numberOf, textOf } from '../../ui/typed.ts';
import { CategoryField } from './category-field.tsx';
import { TrackStockDialog, trackingOf } from './track-stock.tsx';

interface NewProductProps {
  isOpen: boolean;
  onClose(): void;
}

/** Converts the form's texts to a product for the service. */
function productIn(texts: Record<string, string>, isTracked: boolean | undefined) {
  const { name = '', sku = '' } = texts;
  const numbers = { cost: numberOf(texts.cost), stock: numberOf(texts.stock), min_stock: numberOf(texts.min_stock) };
  const words = { category: textOf(texts.category), barcode: textOf(texts.barcode) };
  return {
    name,
    sku,
    price: numberOf(texts.price) ?? 0,
    ...givenOf({ ...numbers, ...words, track_stock: isTracked === false ? false : undefined }),
  };
}

export function NewProduct({ isOpen, onClose }: NewProductProps) {
  const { t } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  const creation = useAct(['createProduct'], {
    onDone: async ({ data: { name } }) => {
      setQuestion(undefined);
      onClose();
      notify.success(t('products.created', { name }));
      await queries.invalidateQueries({ queryKey: ['products'] });
    },
  });
  const wrong = fieldsOf(creation.error, t);
  const [question, setQuestion] = useState<{ name: string }>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const texts = textsOf(event);
    const isTracked = trackingOf(event);
    setQuestion(undefined);
    if (texts.stock === '' && isTracked === undefined) setQuestion({ name: texts.name ?? '' });
    else creation.send('createProduct', { body: productIn(texts, isTracked) });
  };
  const close = () => {
    setQuestion(undefined);
    creation.reset();
    onClose();
  };
  return (
    <Dialog isOpen={isOpen} onClose={close} title={t('products.new')}>
      <ActForm act={creation} onSubmit={submit}>
        <FormProblem
          error={creation.error}
          beside={['name', 'sku', 'barcode', 'category', 'price', 'cost', 'stock', 'min_stock']}
        />
        <TextInput name="name" label={t('products.name')} required data-autofocus error={wrong.name} />
        <Group grow align="flex-start">
          <TextInput name="sku" label={t('products.sku')} required error={wrong.sku} />
          <TextInput name="barcode" label={t('products.barcode')} error={wrong.barcode} />
        </Group>
        <CategoryField error={wrong.category} />
        <Group grow align="flex-start">
          <AmountField name="price" label={t('products.price')} required error={wrong.price} />
          <AmountField name="cost" label={t('products.cost')} error={wrong.cost} />
        </Group>
        <Group grow align="flex-start">
          <QuantityField
            name="stock"
            label={t('products.stock')}
            onValue={() => setQuestion(undefined)}
            error={wrong.stock}
          />
          <QuantityField name="min_stock" label={t('products.minStock')} error={wrong.min_stock} />
        </Group>
        {question === undefined ? (
          <FormEnd isBusy={creation.isPending} onCancel={close} />
        ) : (
          <TrackStockDialog {...question} isBusy={creation.isPending} />
        )}
      </ActForm>
    </Dialog>
  );
}
