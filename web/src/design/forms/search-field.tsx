import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Icon } from '../icons.tsx';
import { useAddressText } from '../lists/use-address-text.ts';
import { textOf } from './form-values.ts';

interface SearchFieldProps {
  label: string;
  /** The current search text in the address. */
  value: string | undefined;
  /** Called shortly after the last key. */
  onSearch(text: string | undefined): void;
}

const debounce_ms = 150;

/** A search field that searches while the user types. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const { typed, setTyped, markSent } = useAddressText(value);
  const send = useDebouncedCallback((text: string) => {
    const next = textOf(text);
    markSent(next);
    onSearch(next);
  }, debounce_ms);
  return (
    <TextInput
      type="search"
      data-search
      aria-label={label}
      placeholder={label}
      leftSection={<Icon name="search" />}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        send(currentTarget.value);
      }}
      flex="1 1 200px"
      maw={420}
    />
  );
}
