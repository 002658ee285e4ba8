import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useFollowed } from './followed.ts';
import { Icon } from './icons.tsx';

interface SearchFieldProps {
  label: string;
  /** What is sought now, as the address says. */
  value: string | undefined;
  /** Told a moment after the last key. */
  onSearch(text: string | undefined): void;
}

const moment_ms = 150;

/** Searches as one types. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const { typed, setTyped, sending } = useFollowed(value);
  const send = useDebouncedCallback((text: string) => {
    const next = text.trim() === '' ? undefined : text.trim();
    sending(next);
    onSearch(next);
  }, moment_ms);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<Icon name="search" />}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        send(currentTarget.value);
      }}
      flex="1 1 240px"
      maw={420}
    />
  );
}
