import { useEffect, useRef, useState } from 'react';

interface AddressText {
  typed: string;
  setTyped(text: string): void;
  /**
   * Call this with each value that the field writes to the address. When it comes back, it does not overwrite newer
   * input.
   */
  markSent(text: string | undefined): void;
}

/**
 * Text of a field whose value is in the address. A change of the address from outside, by a link or button, updates the
 * field.
 */
export function useAddressText(value: string | undefined): AddressText {
  const [typed, setTyped] = useState(value ?? '');
  const sent = useRef(value);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value ?? '');
  }, [value]);
  return {
    typed,
    setTyped,
    markSent(text) {
      sent.current = text;
    },
  };
}
