import { Group, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { textsOf } from '../../design/auth-layout.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { FormErrorAlert } from '../../design/feedback/error-alert.tsx';
import { useNotify } from '../../design/feedback/notify.ts';
import { FormButtons } from '../../design/forms/form-buttons.tsx';
import { AmountField, QuantityField } from '../../design/forms/number-fields.tsx';
import { RequestForm } from '../../design/forms/request-form.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { fieldErrors } from '../../session/error-text.ts';
import { useIdempotentRequest } from '../../session/use-idempotent-request.ts';
import { CategoryField } from './category-field.tsx';
import { productFrom } from './product-fields.ts';
import { TrackStockDialog, trackStockChoiceOf } from './track-stock.tsx';

interface NewProductDialogProps {
  isOpen: boolean;
  onClose(): void;
}

export function NewProductDialog({ isOpen, onClose }: NewProductDialogProps) {
  const { t } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  const creation = useIdempotentRequest(['createProduct'], {
    onDone: async ({ data: { name } }) => {
      setQuestion(undefined);
      onClose();
      notify.success(t('products.created', { name }));
      await queries.invalidateQueries({ queryKey: ['products'] });
    },
  });
  const errors = fieldErrors(creation.error, t);
  const [question, setQuestion] = useState<{ name: string }>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const texts = textsOf(event);
    const isTracked = trackStockChoiceOf(event);
    setQuestion(undefined);
    if (texts.stock === '' && isTracked === undefined) setQuestion({ name: texts.name ?? '' });
    else creation.send('createProduct', { body: productFrom(texts, isTracked) });
  };
  const close = () => {
    setQuestion(undefined);
    creation.reset();
    onClose();
  };
  return (
    <Dialog isOpen={isOpen} onClose={close} title={t('products.new')}>
      <RequestForm request={creation} onSubmit={submit}>
        <FormErrorAlert
          error={creation.error}
          fields={['name', 'sku', 'barcode', 'category', 'price', 'cost', 'stock', 'min_stock']}
        />
        <TextInput name="name" label={t('products.name')} required data-autofocus error={errors.name} />
        <Group grow align="flex-start">
          <TextInput name="sku" label={t('products.sku')} required error={errors.sku} />
          <TextInput name="barcode" label={t('products.barcode')} error={errors.barcode} />
        </Group>
        <CategoryField error={errors.category} />
        <Group grow align="flex-start">
          <AmountField name="price" label={t('products.price')} required error={errors.price} />
          <AmountField name="cost" label={t('products.cost')} error={errors.cost} />
        </Group>
        <Group grow align="flex-start">
          <QuantityField
            name="stock"
            label={t('products.stock')}
            onValue={() => setQuestion(undefined)}
            error={errors.stock}
          />
          <QuantityField name="min_stock" label={t('products.minStock')} error={errors.min_stock} />
        </Group>
        {question === undefined ? (
          <FormButtons isBusy={creation.isPending} onCancel={close} />
        ) : (
          <TrackStockDialog {...question} isBusy={creation.isPending} />
        )}
      </RequestForm>
    </Dialog>
  );
}
