import { Group, TextInput } from '@mantine/core';
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
import { afterProductChange } from '../../session/queries.ts';
import { useIdempotentRequest } from '../../session/use-idempotent-request.ts';
import { MarginNote } from './margin-note.tsx';
import { variantFrom } from './product-fields.ts';
import { suggestVariantSku } from './sku-rules.ts';
import { SkuField, useSuggestedSku } from './suggested-sku.tsx';
import { TrackStockDialog, trackStockChoiceOf } from './track-stock.tsx';
import type { Product } from './use-change-product.ts';

interface NewVariantDialogProps {
  product: Product;
  isOpen: boolean;
  onClose(): void;
}

export function NewVariantDialog({
  product: { id, sku, price, cost, tax_rate, track_stock },
  isOpen,
  onClose,
}: NewVariantDialogProps) {
  const { t } = useI18n();
  const notify = useNotify();
  const creation = useIdempotentRequest(['createVariant'], {
    subject: id,
    onDone: async ({ data: { name } }) => {
      setQuestion(undefined);
      suggestion.reset();
      onClose();
      notify.success(t('products.created', { name }));
      await afterProductChange();
    },
  });
  const errors = fieldErrors(creation.error, t);
  const suggestion = useSuggestedSku((name) => (name.trim() === '' ? '' : suggestVariantSku(sku, [name])));
  const [typed, setTyped] = useState<{ price: number | undefined; cost: number | undefined }>({ price, cost });
  const [question, setQuestion] = useState<{ name: string }>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const texts = textsOf(event);
    const { name = '' } = texts;
    const isTracked = track_stock ? trackStockChoiceOf(event) : false;
    setQuestion(undefined);
    if (texts.stock === '' && isTracked === undefined) return setQuestion({ name });
    creation.send('createVariant', { path: { id }, body: variantFrom(texts, isTracked) });
  };
  const close = () => {
    setQuestion(undefined);
    creation.reset();
    setTyped({ price, cost });
    suggestion.reset();
    onClose();
  };
  return (
    <Dialog isOpen={isOpen} onClose={close} title={t('product.addVariant')}>
      <RequestForm request={creation} onSubmit={submit}>
        <FormErrorAlert error={creation.error} fields={['name', 'sku', 'barcode', 'price', 'cost', 'stock']} />
        <TextInput
          name="name"
          label={t('products.name')}
          placeholder={t('product.variantExample')}
          required
          data-autofocus
          onChange={({ currentTarget }) => suggestion.setName(currentTarget.value)}
          error={errors.name}
        />
        <Group grow align="flex-start">
          <SkuField suggestion={suggestion} error={errors.sku} />
          <TextInput name="barcode" label={t('products.barcode')} error={errors.barcode} />
        </Group>
        <Group grow align="flex-start">
          <AmountField
            name="price"
            label={t('products.price')}
            required
            defaultValue={price}
            onValue={(value) => setTyped({ ...typed, price: value })}
            error={errors.price}
          />
          <AmountField
            name="cost"
            label={t('products.cost')}
            defaultValue={cost}
            onValue={(value) => setTyped({ ...typed, cost: value })}
            error={errors.cost}
          />
        </Group>
        <MarginNote {...typed} tax_rate={tax_rate} />
        {track_stock && (
          <QuantityField
            name="stock"
            label={t('products.stock')}
            onValue={() => setQuestion(undefined)}
            error={errors.stock}
          />
        )}
        {question === undefined ? (
          <FormButtons isBusy={creation.isPending} onCancel={close} />
        ) : (
          <TrackStockDialog {...question} isBusy={creation.isPending} />
        )}
      </RequestForm>
    </Dialog>
  );
}
