import { Combobox, Group, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import { Icon } from '../../ui/icons.tsx';
import { readScan } from './cart.ts';
import { suggest } from './catalogue-queries.ts';

interface ScanFieldProps {
  fieldRef: RefObject<HTMLInputElement | null>;
  /** Enter, after a code or words. */
  onScan(code: string, quantity: number): void;
  /** One of those that were suggested. */
  onPick(product_id: string, quantity: number): void;
  /** Enter on the empty field: on to the money. */
  onPay(): void;
  /** Plus and minus on the empty field. */
  onStep(by: 1 | -1): void;
}

/** Takes what a scanner reads, a SKU, or a part of a name. */
export function ScanField({ fieldRef, onScan, onPick, onPay, onStep }: ScanFieldProps) {
  const { t, money } = useI18n();
  const { merchant } = useSession();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [text, setText] = useState('');
  const { code, quantity } = readScan(text);
  const [search] = useDebouncedValue(code, 200);
  const { data: found = [] } = useQuery({
    queryKey: ['products', 'till', search],
    enabled: search.length > 1,
    queryFn: async ({ signal }) => suggest(search, signal),
  });
  const suggested = search.length > 1 && search === code ? found : [];
  const clear = () => {
    setText('');
    combobox.closeDropdown();
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (text === '' && (event.key === '+' || event.key === '-')) {
      event.preventDefault();
      onStep(event.key === '+' ? 1 : -1);
    }
    // If the user selected a suggestion with the arrow keys, Enter picks it.
    if (event.key !== 'Enter' || (combobox.dropdownOpened && combobox.getSelectedOptionIndex() !== -1)) return;
    event.preventDefault();
    if (code === '') return onPay();
    // At once, not after the answer: the next one may be scanned already.
    clear();
    onScan(code, quantity);
  };
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        clear();
        onPick(id, quantity);
      }}
    >
      <Combobox.Target>
        <TextInput
          ref={fieldRef}
          size="lg"
          label={t('till.field')}
          description={t('till.fieldHint')}
          leftSection={<Icon name="search" />}
          autoComplete="off"
          autoFocus
          maxLength={100}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            combobox.openDropdown();
          }}
          onKeyDown={press}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={suggested.length === 0}>
        <Combobox.Options aria-label={t('till.found')}>
          {suggested.map(({ id, name, sku, price }) => (
            <Combobox.Option key={id} value={id}>
              <Group justify="space-between" wrap="nowrap">
                <Text truncate>
                  {name}{' '}
                  <Text span inherit c="dimmed">
                    {sku}
                  </Text>
                </Text>
                <Text className="figures">{money(price, merchant.currency)}</Text>
              </Group>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
