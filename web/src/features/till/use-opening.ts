import { useRef, useState } from 'react';
import { TillhouseError } from '../../session/api.ts';
import type { TaxSettings } from './cart.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { openParked } from './parked.ts';
import type { TillEvent } from './till-state.ts';

interface Opening {
  merchant: TaxSettings;
  catalogue: Pick<Catalogue, 'findById'>;
  dispatch(event: TillEvent): void;
  onError(error: unknown): void;
}

/**
 * Opens parked sales, one at a time. Meanwhile the cashier goes on with the present cart; charging or parking it ends
 * the opening, so that another cart does not appear below the finger.
 */
export function useOpening({ merchant, catalogue, dispatch, onError }: Opening) {
  const [opening_id, setOpening] = useState<string>();
  const latest = useRef<string>(undefined);
  const change = (id: string | undefined) => {
    latest.current = id;
    setOpening(id);
  };
  return {
    opening_id,
    cancelOpening: () => change(undefined),
    async open(id: string): Promise<void> {
      onError(undefined);
      change(id);
      try {
        // Otherwise the client would wait for a connection for a minute and a half.
        if (!navigator.onLine) throw new TillhouseError('the device is offline', { status: 0, code: 'NO_ANSWER' });
        const cart = await openParked(id, { merchant, catalogue });
        if (latest.current === id) dispatch({ type: 'opened', cart });
      } catch (error) {
        if (latest.current === id) onError(error);
      } finally {
        if (latest.current === id) change(undefined);
      }
    },
  };
}
