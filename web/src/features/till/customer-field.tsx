import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isSearch, joinedText, textOf } from '../../design/forms/form-values.ts';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import type { Buyer } from './cart.ts';

interface CustomerFieldProps {
  buyer: Buyer | null;
  onChange(buyer: Buyer | null): void;
}

const found_at_most = 8;

/** Optional choice of a customer by part of the name or phone number. */
export function CustomerField({ buyer, onChange }: CustomerFieldProps) {
  const { t, number } = useI18n();
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(textOf(text) ?? '', 200);
  const isSearching = isSearch(search) && search !== buyer?.name;
  const { data = [] } = useQuery({
    queryKey: ['customers', 'till', search],
    enabled: isSearching,
    queryFn: async ({ signal }) => (await api.listCustomers({ signal, query: { search, limit: found_at_most } })).data,
    placeholderData: keepPreviousData,
  });
  const found = (isSearching ? data : []).map(({ id, name, phone, points }) => ({
    value: id,
    label: joinedText([name, phone, t('sale.points', { points: number(points) })]),
    name,
  }));
  const choose = (chosen: (typeof found)[number] | undefined) => {
    if (chosen === undefined) return;
    onChange({ id: chosen.value, name: chosen.name });
    setText(chosen.name);
  };
  const shown =
    buyer !== null && found.every(({ value }) => value !== buyer.id) ? [{ value: buyer.id, label: buyer.name }] : [];
  return (
    <Select
      label={t('till.customer')}
      placeholder={t('till.customerHint')}
      searchable
      clearable
      // Enter takes the first match.
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.currentTarget.getAttribute('aria-activedescendant')) return;
        event.preventDefault();
        choose(found[0]);
      }}
      data={[...shown, ...found]}
      // The service has already filtered, also by words in another order.
      filter={({ options }) => options}
      nothingFoundMessage={isSearching ? t('till.noCustomer') : undefined}
      searchValue={text}
      onSearchChange={setText}
      value={buyer?.id ?? null}
      onChange={(id) => (id === null ? onChange(null) : choose(found.find(({ value }) => value === id)))}
    />
  );
}
