import { emptyCart, isEmpty } from './cart.ts';
import { emptyTill, nextTill, type TillState } from './till-state.ts';

/** Where the till is kept on this device: for each person at each shop, so that nothing is lost by a reload, a crash, or signing out. */
export interface TillStorage {
  load(): TillState;
  save(state: TillState): void;
  /** Hears what another tab of this browser makes of the same till. @returns what ends it */
  watch(follow: (state: TillState) => void): () => void;
}

/** Another version of the pages may keep something else. */
const version = 1;

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** @param open may throw: a browser may forbid it */
export function openTillStorage(open: () => Storage, { merchant_id, user_id }: { merchant_id: string; user_id: string }): TillStorage {
  const key = `tillhouse.till.${merchant_id}.${user_id}`;
  return {
    load() {
      try {
        const kept = readTill(open().getItem(key));
        return kept === undefined ? emptyTill : lookedUpAgain(takenBack(kept));
      } catch {
        return emptyTill;
      }
    },
    watch(follow) {
      const hear = (event: StorageEvent) => {
        if (event.key === key) follow(readTill(event.newValue) ?? emptyTill);
      };
      addEventListener('storage', hear);
      return () => removeEventListener('storage', hear);
    },
    save(state) {
      try {
        if (isEmptyTill(state)) open().removeItem(key);
        else open().setItem(key, JSON.stringify({ version, state: { ...state, removed: null } }));
      } catch {
        // A browser may forbid it or have no room. Then the till is kept as long as its page.
      }
    },
  };
}

/** @throws SyntaxError */
function readTill(text: string | null): TillState | undefined {
  const kept = JSON.parse(text ?? 'null');
  return kept?.version === version ? kept.state : undefined;
}

const isEmptyTill = ({ cart, sent, waiting }: TillState): boolean =>
  isEmpty(cart) && cart.paying === null && sent === null && waiting.length === 0;

/** A parked sale that was being saved was not sent: it is in the cart again. */
const takenBack = (state: TillState): TillState =>
  state.sent?.request === null ? nextTill(state, { type: 'refused', pricesChanged: false }) : state;

/** What could not be asked for before is asked for again. What an older page kept lacks what it did not know. */
function lookedUpAgain(state: TillState): TillState {
  const again = (cart: TillState['cart']): TillState['cart'] => ({
    ...emptyCart,
    ...cart,
    lines: cart.lines.map((line) => ({
      ...line,
      price: line.price ?? null,
      state: line.state.kind === 'failed' ? { kind: 'looking' } : line.state,
    })),
  });
  return { ...emptyTill, ...state, cart: again(state.cart), waiting: state.waiting.map(again) };
}
