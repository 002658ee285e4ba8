import {
  type Buyer,
  type Cart,
  type DiscountInput,
  emptyCart,
  type Goods,
  isEmpty,
  isReady,
  type Line,
  type LineState,
} from './cart.ts';
import { changeLine, clampQuantity, isSameLookup, last, merge, stateOf } from './line-rules.ts';
import { type NeededApproval, type SaleCall, type Sent, saleIdOf } from './sent-sale.ts';

/**
 * State of the till. A scan adds a line at once. Scans during the sending of a sale belong to the next sale. A rejected
 * sale returns to the cart, and the next sale waits in the queue.
 */
export interface TillState {
  cart: Cart;
  sent: Sent | null;
  /** Carts of the next customers, begun while an earlier sale was being sent. */
  waiting: readonly Cart[];
  /** The last removed line and its position, until the next action. */
  removed: { line: Line; at: number } | null;
  /** Number of lines created so far, in any tab. Gives the key of the next line, which no line had before. */
  lines_made: number;
  /**
   * Number of times that another sale replaced the cart. The page uses it as a key, to reset the fields of the previous
   * sale.
   */
  turn: number;
}

export const emptyTill: TillState = { cart: emptyCart, sent: null, waiting: [], removed: null, lines_made: 0, turn: 0 };

export type TillEvent =
  | { type: 'scanned'; code: string; quantity: number }
  /** A product that was looked up before. */
  | { type: 'picked'; goods: Goods; quantity: number }
  /** An item that is not in the catalogue, with its own name and price. */
  | { type: 'customAdded'; item: Omit<Goods, 'id' | 'sku'>; quantity: number }
  /** `null`: back to the catalogue price. */
  | { type: 'priceChanged'; key: string; price: number | null }
  /** The result of a lookup: no, one or several products. Another tab may have used the key for another code. */
  | { type: 'found'; key: string; code?: string; goods: readonly Goods[] }
  | { type: 'notFound'; key: string; code?: string }
  | { type: 'lookupFailed'; key: string; code?: string }
  /** Retries a failed lookup. */
  | { type: 'lookupRetried'; key: string }
  | { type: 'chosen'; key: string; goods: Goods }
  | { type: 'quantityChanged'; key: string; quantity: number }
  /** Changes the quantity of the last line by one. */
  | { type: 'stepped'; by: 1 | -1 }
  | { type: 'lineDiscounted'; key: string; discount: DiscountInput }
  | { type: 'removed'; key: string }
  | { type: 'removalUndone' }
  | { type: 'changed'; part: Partial<Pick<Cart, 'discount' | 'note' | 'label' | 'paying'>> & { buyer?: Buyer | null } }
  | { type: 'opened'; cart: Cart }
  | { type: 'emptied' }
  /** A product that was tapped or chosen from a list. It is looked up with its variants, by its id. */
  | { type: 'productAdded'; product_id: string; name: string; quantity: number }
  | { type: 'sent'; request: SaleCall | null }
  | { type: 'approvalNeeded'; approval: NeededApproval; sale_id: string | undefined }
  /** The parked sale was saved or is unchanged, and its payment is sent now. Or the sale is approved, and sent again. */
  | { type: 'requested'; request: SaleCall; parked_content?: string }
  /** `sale_id`: the sale of the response. Another tab may have sent another sale meanwhile. */
  | { type: 'recorded'; sale_id?: string | undefined }
  | { type: 'rejected'; pricesChanged: boolean; sale_id?: string | undefined }
  /** Another tab of this browser changed the till. */
  | { type: 'synced'; state: TillState };

export function nextTill(state: TillState, event: TillEvent): TillState {
  if (event.type === 'synced') return follow(state, event.state);
  if ('sale_id' in event && isForOtherSale(state.sent, event.sale_id)) return state;
  const next = stateAfterEvent(state, event);
  const isOther =
    next.cart !== state.cart && ['sent', 'recorded', 'rejected', 'opened', 'emptied'].includes(event.type);
  return isOther ? { ...next, turn: state.turn + 1 } : next;
}

/** The state of another tab. An empty till is not stored, and would count from one again. */
const follow = (state: TillState, next: TillState): TillState =>
  next.lines_made < state.lines_made ? { ...next, lines_made: state.lines_made } : next;

const isForOtherSale = (sent: Sent | null, sale_id: string | undefined): boolean =>
  sale_id !== undefined && (sent?.request == null || saleIdOf(sent.request) !== sale_id);

function stateAfterEvent(state: TillState, event: Exclude<TillEvent, { type: 'synced' }>): TillState {
  switch (event.type) {
    case 'sent':
      return { ...state, sent: { cart: state.cart, request: event.request }, cart: emptyCart, removed: null };
    case 'requested':
      return state.sent === null ? state : { ...state, sent: requested(state.sent.cart, event) };
    case 'approvalNeeded':
      return state.sent === null ? state : { ...state, sent: { ...state.sent, approval: event.approval } };
    case 'recorded':
      return isEmpty(state.cart) ? nextWaiting({ ...state, sent: null }) : { ...state, sent: null };
    case 'rejected':
      return restoreRejected(state, event.pricesChanged);
    case 'opened':
      return open(state, event.cart);
    case 'emptied':
      return nextWaiting({ ...state, cart: emptyCart, removed: null });
    case 'removalUndone':
      return undoRemoval(state);
    default:
      return changeCart(state, event);
  }
}

/** The cart of a parked sale now has the content that was saved. If the payment is rejected, it need not be saved again. */
const requested = (cart: Cart, { request, parked_content }: Extract<TillEvent, { type: 'requested' }>): Sent => ({
  cart: parked_content === undefined ? cart : { ...cart, parked_content },
  request,
});

/** Opens a parked sale. A different open cart goes to the front of the queue; the same parked sale is replaced. */
function open(state: TillState, cart: Cart): TillState {
  const isKept = !isEmpty(state.cart) && state.cart.parked_id !== cart.parked_id;
  return { ...state, cart, waiting: isKept ? [state.cart, ...state.waiting] : state.waiting, removed: null };
}

type CartEvent = Exclude<
  TillEvent,
  {
    type:
      | 'sent'
      | 'requested'
      | 'approvalNeeded'
      | 'recorded'
      | 'rejected'
      | 'opened'
      | 'emptied'
      | 'removalUndone'
      | 'synced';
  }
>;

function changeCart(state: TillState, event: CartEvent): TillState {
  const { cart } = state;
  const withLines = (lines: readonly Line[]): TillState => ({ ...state, removed: null, cart: { ...cart, lines } });
  switch (event.type) {
    case 'scanned':
      return addToLookUp(state, { code: event.code, quantity: event.quantity });
    case 'picked':
      return addLine(state, {
        code: event.goods.sku,
        quantity: event.quantity,
        state: { kind: 'ready', goods: event.goods },
      });
    case 'customAdded':
      return addLine(state, {
        code: event.item.name,
        quantity: event.quantity,
        state: { kind: 'ready', goods: { ...event.item, id: null, sku: '' } },
      });
    case 'priceChanged':
      return withLines(changeLine(cart.lines, event.key, { price: event.price }));
    case 'productAdded':
      return addToLookUp(state, {
        code: event.name,
        product_id: event.product_id,
        offers_variants: true,
        quantity: event.quantity,
      });
    case 'found':
    case 'notFound':
    case 'lookupFailed':
    case 'lookupRetried':
    case 'chosen':
      return settle(state, event);
    case 'quantityChanged':
      return withLines(changeLine(cart.lines, event.key, { quantity: clampQuantity(event.quantity) }));
    case 'stepped':
      return step(state, event.by);
    case 'lineDiscounted':
      return withLines(changeLine(cart.lines, event.key, { discount: event.discount }));
    case 'removed':
      return remove(state, event.key);
    case 'changed':
      return { ...state, cart: { ...cart, ...event.part } };
  }
}

type Added = Pick<Line, 'code' | 'product_id' | 'offers_variants' | 'quantity'>;

/** A repeated scan or tap during the lookup increases the quantity of its line. */
function addToLookUp(state: TillState, added: Added): TillState {
  const same = state.cart.lines.find((line) => isSameLookup(line, added));
  if (same === undefined) return addLine(state, { ...added, state: { kind: 'looking' } });
  const more = { ...same, quantity: clampQuantity(same.quantity + added.quantity) };
  return { ...state, removed: null, cart: { ...state.cart, lines: last(state.cart.lines, more) } };
}

function addLine(state: TillState, added: Added & Pick<Line, 'state'>): TillState {
  const key = String(state.lines_made + 1);
  const line: Line = { key, ...added, quantity: clampQuantity(added.quantity), price: null, discount: 0 };
  const lines = merge([...state.cart.lines, line], line);
  return { ...state, removed: null, lines_made: state.lines_made + 1, cart: { ...state.cart, lines } };
}

type Settling = Extract<CartEvent, { type: 'found' | 'notFound' | 'lookupFailed' | 'lookupRetried' | 'chosen' }>;

function stateAfter(event: Settling): LineState {
  if (event.type === 'chosen') return { kind: 'ready', goods: event.goods };
  if (event.type === 'notFound') return { kind: 'unknown' };
  if (event.type === 'lookupFailed') return { kind: 'failed' };
  if (event.type === 'lookupRetried') return { kind: 'looking' };
  return stateOf(event.goods);
}

/** The state of a line that an event of a lookup is for. */
const stateBefore = ({ type }: Settling): LineState['kind'] =>
  type === 'chosen' ? 'choose' : type === 'lookupRetried' ? 'failed' : 'looking';

/**
 * Applies a lookup result to a line in the cart or in a queued cart. A line that was removed meanwhile stays removed.
 */
function settle(state: TillState, event: Settling): TillState {
  const { key } = event;
  const code = 'code' in event ? event.code : undefined;
  const settled = (cart: Cart): Cart => {
    const line = cart.lines.find((one) => one.key === key && one.code === (code ?? one.code));
    if (line?.state.kind !== stateBefore(event)) return cart;
    const next = { ...line, state: stateAfter(event) };
    return { ...cart, lines: merge(changeLine(cart.lines, key, next), next) };
  };
  return { ...state, cart: settled(state.cart), waiting: state.waiting.map(settled) };
}

/** Changes the quantity of the last line by one. At zero the line is removed. */
function step(state: TillState, by: 1 | -1): TillState {
  const line = state.cart.lines.at(-1);
  if (line === undefined) return state;
  if (line.quantity + by < 1) return remove(state, line.key);
  return {
    ...state,
    removed: null,
    cart: {
      ...state.cart,
      lines: changeLine(state.cart.lines, line.key, { quantity: clampQuantity(line.quantity + by) }),
    },
  };
}

function remove(state: TillState, key: string): TillState {
  const at = state.cart.lines.findIndex((line) => line.key === key);
  const line = state.cart.lines[at];
  if (line === undefined) return state;
  return {
    ...state,
    removed: { line, at },
    cart: { ...state.cart, lines: state.cart.lines.filter((one) => one !== line) },
  };
}

function undoRemoval(state: TillState): TillState {
  if (state.removed === null) return state;
  const { line, at } = state.removed;
  return { ...state, removed: null, cart: { ...state.cart, lines: state.cart.lines.toSpliced(at, 0, line) } };
}

/** Opens the next queued cart, if any. A line that was removed does not belong to it. */
function nextWaiting(state: TillState): TillState {
  const [next, ...others] = state.waiting;
  return next === undefined ? state : { ...state, cart: next, waiting: others, removed: null };
}

/** Restores a rejected sale to the cart. If prices have changed, its products are looked up again. */
function restoreRejected(state: TillState, pricesChanged: boolean): TillState {
  if (state.sent === null) return state;
  const { cart } = state.sent;
  const lines = pricesChanged ? cart.lines.map(toLooking) : cart.lines;
  const waiting = isEmpty(state.cart) ? state.waiting : [state.cart, ...state.waiting];
  return { ...state, sent: null, cart: { ...cart, lines }, waiting, removed: null };
}

/** Looks a product up again. A custom item has no catalogue price. */
function toLooking(line: Line): Line {
  if (!isReady(line)) return { ...line, state: { kind: 'looking' } };
  const { offers_variants: _, ...known } = line;
  const { id, sku } = line.state.goods;
  return id === null ? line : { ...known, code: sku, product_id: id, state: { kind: 'looking' } };
}
