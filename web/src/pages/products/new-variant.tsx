import { Group, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
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
import { TrackStockDialog, trackingOf } from './track-stock.tsx';
import type { Product } from './use-change.ts';

interface NewVariantProps {
  product: Product;
  isOpen: boolean;
  onClose(): void;
}

export function NewVariant({ product: { id, price, cost, track_stock }, isOpen, onClose }: NewVariantProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const notify = useNotify();
  const queries = useQueryClient();
  const creation = useAct(['createVariant'], {
    about: id,
    onDone: async ({ data: { name } }) => {
      setQuestion(undefined);
      onClose();
      notify.success(t('products.created', { name }));
      await Promise.all(['products', 'stock'].map((kind) => queries.invalidateQueries({ queryKey: [kind] })));
    },
  });
  const wrong = fieldsOf(creation.error, t);
  const [question, setQuestion] = useState<{ name: string }>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const texts = textsOf(event);
    const { name = '', sku = '' } = texts;
    const isTracked = track_stock ? trackingOf(event) : false;
    setQuestion(undefined);
    if (texts.stock === '' && isTracked === undefined) return setQuestion({ name });
    const others = givenOf({
      barcode: textOf(texts.barcode),
      cost: numberOf(texts.cost),
      stock: numberOf(texts.stock),
      track_stock: isTracked === false ? false : undefined,
    });
    creation.send('createVariant', { path: { id }, body: { name, sku, price: numberOf(texts.price) ?? 0, ...others } });
  };
  const close = () => {
    setQuestion(undefined);
    creation.reset();
    onClose();
  };
  return (
    <Dialog isOpen={isOpen} onClose={close} title={t('product.addVariant')}>
      <ActForm act={creation} onSubmit={submit}>
        <FormProblem error={creation.error} beside={['name', 'sku', 'barcode', 'price', 'cost', 'stock']} />
        <TextInput
          name="name"
          label={t('products.name')}
          placeholder={t('product.variantExample')}
          required
          data-autofocus
          error={wrong.name}
        />
        <Group grow align="flex-start">
          <TextInput name="sku" label={t('products.sku')} required error={wrong.sku} />
          <TextInput name="barcode" label={t('products.barcode')} error={wrong.barcode} />
        </Group>
        <Group grow align="flex-start">
          <AmountField name="price" label={t('products.price')} required defaultValue={price} error={wrong.price} />
          {may('costs:read') && (
            <AmountField name="cost" label={t('products.cost')} defaultValue={cost} error={wrong.cost} />
          )}
        </Group>
        {track_stock && (
          <QuantityField
            name="stock"
            label={t('products.stock')}
            onValue={() => setQuestion(undefined)}
            error={wrong.stock}
          />
        )}
        {question === undefined ? (
          <FormEnd isBusy={creation.isPending} onCancel={close} />
        ) : (
          <TrackStockDialog {...question} isBusy={creation.isPending} />
        )}
      </ActForm>
    </Dialog>
  );
}
