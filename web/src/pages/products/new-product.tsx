import { Group, NumberInput, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useSpeech } from '../../language/language.tsx';
import { api } from '../../session/api.ts';
import { textsOf } from '../../ui/door.tsx';
import { FormEnd } from '../../ui/form-end.tsx';
import { FormProblem } from '../../ui/problem.tsx';
import { fieldsOf } from '../../ui/sentence.ts';
import { useTell } from '../../ui/tell.ts';
import { numberOf, textOf } from '../../ui/typed.ts';
import { Window } from '../../ui/window.tsx';
import { CategoryField } from './category-field.tsx';

interface NewProductProps {
  isOpen: boolean;
  onClose(): void;
}

export function NewProduct({ isOpen, onClose }: NewProductProps) {
  const { t } = useSpeech();
  const tell = useTell();
  const queries = useQueryClient();
  const creation = useMutation({
    mutationFn: async (texts: Record<string, string>) => {
      const { name = '', sku = '' } = texts;
      const numbers = {
        price: numberOf(texts.price) ?? 0,
        cost: numberOf(texts.cost),
        stock: numberOf(texts.stock),
        min_stock: numberOf(texts.min_stock),
      };
      const words = { category: textOf(texts.category), barcode: textOf(texts.barcode) };
      const given = Object.entries({ ...numbers, ...words }).filter(([, value]) => value !== undefined);
      return (await api.createProduct({ body: { name, sku, price: numbers.price, ...Object.fromEntries(given) } })).data;
    },
    onSuccess: async ({ name }) => {
      onClose();
      tell.done(t('products.created', { name }));
      await queries.invalidateQueries({ queryKey: ['products'] });
    },
  });
  const wrong = fieldsOf(creation.error);
  const submit = (event: FormEvent<HTMLFormElement>) => creation.mutate(textsOf(event));
  const close = () => {
    creation.reset();
    onClose();
  };
  return (
    <Window isOpen={isOpen} onClose={close} title={t('products.new')}>
      <form onSubmit={submit}>
        <Stack>
          <FormProblem error={creation.error} beside={['name', 'sku', 'barcode', 'category', 'price', 'cost', 'stock', 'min_stock']} />
          <TextInput name="name" label={t('products.name')} required data-autofocus error={wrong.name} />
          <Group grow align="flex-start">
            <TextInput name="sku" label={t('products.sku')} required error={wrong.sku} />
            <TextInput name="barcode" label={t('products.barcode')} error={wrong.barcode} />
          </Group>
          <CategoryField error={wrong.category} />
          <Group grow align="flex-start">
            <NumberInput name="price" label={t('products.price')} min={0} required hideControls error={wrong.price} />
            <NumberInput name="cost" label={t('products.cost')} min={0} hideControls error={wrong.cost} />
          </Group>
          <Group grow align="flex-start">
            <NumberInput name="stock" label={t('products.stock')} min={0} allowDecimal={false} error={wrong.stock} />
            <NumberInput name="min_stock" label={t('products.minStock')} min={0} allowDecimal={false} error={wrong.min_stock} />
          </Group>
          <FormEnd isBusy={creation.isPending} onCancel={close} />
        </Stack>
      </form>
    </Window>
  );
}
