import { emptyCart, isEmpty } from './cart.ts';
import { emptyTill, nextTill, type TillState } from './till-state.ts';

/** Stores the till on this device for each shop and user, or device that users share, so that a reload, a crash or signing out loses nothing. */
export interface TillStorage {
  load(): TillState;
  save(state: TillState): void;
  /** Reports changes that another tab makes to the till. @returns a function that stops it */
  watch(onChange: (state: TillState) => void): () => void;
}

/** Version of the stored format. Data of another version is ignored. */
const version = 1;

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** @param open may throw, because a browser can block storage */
export function openTillStorage(
  open: () => Storage,
  { merchant_id, user_id }: { merchant_id: string; user_id: string },
): TillStorage {
  const key = `tillhouse.till.${merchant_id}.${user_id}`;
  return {
    load() {
      try {
        const stored = readTill(open().getItem(key));
        return stored === undefined ? emptyTill : withRetries(withUnsentRestored(stored));
      } catch {
        return emptyTill;
      }
    },
    watch(onChange) {
      const onStorage = (event: StorageEvent) => {
        if (event.key === key) onChange(readTill(event.newValue) ?? emptyTill);
      };
      addEventListener('storage', onStorage);
      return () => removeEventListener('storage', onStorage);
    },
    save(state) {
      try {
        if (isEmptyTill(state)) open().removeItem(key);
        else open().setItem(key, JSON.stringify({ version, state: { ...state, removed: null } }));
      } catch {
        // Storage is blocked or full. The till then lives as long as the page.
      }
    },
  };
}

/** Moves the stored till of a user to a device that several users share, unless that has one. */
export function moveTill(
  open: () => Storage,
  { merchant_id, from, to }: { merchant_id: string; from: string; to: string },
): void {
  const keyOf = (owner: string) => `tillhouse.till.${merchant_id}.${owner}`;
  try {
    const text = open().getItem(keyOf(from));
    if (text === null || open().getItem(keyOf(to)) !== null) return;
    open().setItem(keyOf(to), text);
    open().removeItem(keyOf(from));
  } catch {
    // Storage is blocked: nothing is stored.
  }
}

/** @throws SyntaxError */
function readTill(text: string | null): TillState | undefined {
  const stored = JSON.parse(text ?? 'null');
  return stored?.version === version ? stored.state : undefined;
}

const isEmptyTill = ({ cart, sent, waiting }: TillState): boolean =>
  isEmpty(cart) && cart.paying === null && sent === null && waiting.length === 0;

/** A parked sale that was being saved was not sent. It returns to the cart. */
const withUnsentRestored = (state: TillState): TillState =>
  state.sent?.request === null ? nextTill(state, { type: 'rejected', pricesChanged: false }) : state;

/** Retries failed lookups, and adds fields that an older version of the pages did not store. */
function withRetries(state: TillState): TillState {
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
