import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { Icon } from './icons.tsx';

interface SearchFieldProps {
  label: string;
  /** What is sought now, as the address says. */
  value: string | undefined;
  /** Told a moment after the last key. */
  onSearch(text: string | undefined): void;
}

const moment_ms = 150;

/** Searches as one types. What the address says from elsewhere, by a link or a button, stands in it, too. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value ?? '');
  const sent = useRef(value);
  const send = useDebouncedCallback((text: string) => {
    const next = text.trim() === '' ? undefined : text.trim();
    sent.current = next;
    onSearch(next);
  }, moment_ms);
  useEffect(() => {
    // What came from here is behind what has been typed since.
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value ?? '');
  }, [value]);
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
