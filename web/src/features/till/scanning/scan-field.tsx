import { Combobox, Group, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { isSearch } from '../../../design/forms/form-values.ts';
import { Icon } from '../../../design/icons.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { useSession } from '../../../session/session.tsx';
import { readScan } from '../cart.ts';
import { suggest } from './catalogue-queries.ts';

interface ScanFieldProps {
  fieldRef: RefObject<HTMLInputElement | null>;
  /** Called on Enter after a code or text. */
  onScan(code: string, quantity: number): void;
  /** Called when a suggestion is chosen. */
  onPick(product_id: string, name: string, quantity: number): void;
  /** Called on Enter in the empty field. */
  onPay(): void;
  /** Called on plus or minus in the empty field. */
  onStep(by: 1 | -1): void;
}

/** Field for a scanned code, a SKU or part of a name. */
export function ScanField({ fieldRef, onScan, onPick, onPay, onStep }: ScanFieldProps) {
  const { t, money } = useI18n();
  const { merchant } = useSession();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [text, setText] = useState('');
  const { code, quantity } = readScan(text);
  const [search] = useDebouncedValue(code, 200);
  const { data: found = [] } = useQuery({
    queryKey: ['products', 'till', search],
    enabled: isSearch(search),
    queryFn: async ({ signal }) => suggest(search, signal),
  });
  const suggested = isSearch(search) && search === code ? found : [];
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
    // Clear at once, not after the response: the next code may come already.
    clear();
    onScan(code, quantity);
  };
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        clear();
        onPick(id, suggested.find((product) => product.id === id)?.name ?? code, quantity);
      }}
    >
      <Combobox.Target>
        <TextInput
          ref={fieldRef}
          size="lg"
          label={t('till.field')}
          description={t('till.fieldHint')}
          classNames={{ description: 'scan-hint' }}
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
