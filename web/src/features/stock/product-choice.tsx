import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { textOf } from '../../design/forms/form-values.ts';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { optionsOf } from './product-choice-rules.ts';

interface ProductChoiceProps {
  value: string | undefined;
  onChoose(id: string | undefined): void;
}

const found_at_most = 20;

const useProduct = (id: string | undefined) =>
  useQuery({
    queryKey: ['products', 'one', id],
    enabled: id !== undefined,
    queryFn: async ({ signal }) => (await api.getProduct({ signal, path: { id: id ?? '' } })).data,
  });

/** The name of the chosen product, once it is loaded. */
export const useProductName = (id: string | undefined): string => useProduct(id).data?.name ?? '…';

/** Choice of a product by search. */
export function ProductChoice({ value, onChoose }: ProductChoiceProps) {
  const { t } = useI18n();
  const [typed, type] = useState('');
  const [search] = useDebouncedValue(textOf(typed) ?? '', 150);
  const { data: chosen } = useProduct(value);
  const { data: found = [] } = useQuery({
    queryKey: ['products', 'choice', search],
    placeholderData: keepPreviousData,
    // After a choice the field holds the product's name, which is not a search.
    enabled: chosen === undefined || search !== chosen.name,
    queryFn: async ({ signal }) => {
      const query = { sort: 'name', limit: found_at_most, ...(search === '' ? {} : { search }) };
      return (await api.listProducts({ signal, query })).data;
    },
  });
  return (
    <Select
      label={t('movements.product')}
      placeholder={t('movements.anyProduct')}
      data-search
      searchable
      clearable
      value={value ?? null}
      onChange={(id) => onChoose(id ?? undefined)}
      onSearchChange={type}
      // The service has already filtered, also by SKU and barcode.
      filter={({ options }) => options}
      nothingFoundMessage={t('movements.noProduct')}
      data={optionsOf(chosen, found).map(({ id, name, sku }) => ({ value: id, label: name, sku }))}
    />
  );
}
