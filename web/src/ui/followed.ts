import { useEffect, useRef, useState } from 'react';

interface Followed {
  typed: string;
  setTyped(text: string): void;
  /** To be called with what is sent on from here: it comes back behind what has been typed since, and is not to undo that. */
  sending(text: string | undefined): void;
}

/** The text of a field whose value stands in the address: what comes into the address from elsewhere, by a link or a button, stands in the field, too. */
export function useFollowed(value: string | undefined): Followed {
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
    sending(text) {
      sent.current = text;
    },
  };
}
