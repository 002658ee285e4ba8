import type { Client } from '@tillhouse/client';
import {
  type Buyer,
  type Cart,
  emptyCart,
  type Goods,
  isEmpty,
  isReady,
  type Line,
  type LineState,
  type Off,
  quantity_at_most,
  type ReadyLine,
} from './cart.ts';

/** A sale that was sent, until its outcome is known. */
export interface Sent {
  cart: Cart;
  /** Kept so that the very same request can be sent again after a reload. `null` while a parked sale is saved, before anything is sent. */
  request: SaleCall | null;
}

/** The request of a sale, with its idempotency key: sent again after a reload, or from another tab, it is answered as before. */
export type SaleCall =
  | { name: 'createTransaction'; call: { body: Parameters<Client['createTransaction']>[0]['body']; idempotencyKey?: string } }
  | {
      name: 'completeTransaction';
      call: { path: { id: string }; body: Parameters<Client['completeTransaction']>[0]['body']; idempotencyKey?: string };
    };

/**
 * The till without its screen. A scan is a line at once. What is scanned while a sale is being sent belongs to the next one. A sale that is refused
 * comes back, and the next one waits behind it.
 */
export interface TillState {
  cart: Cart;
  sent: Sent | null;
  /** Sales of the next customers, begun while one before them was being sent. */
  waiting: readonly Cart[];
  /** The line that was removed last, and where it stood, until something else is done. */
  removed: { line: Line; at: number } | null;
  /** How many lines there have been: the next line's key. */
  lines_made: number;
  /** How often another sale came into the cart: what the page holds of the one before ends with it. */
  turn: number;
}

export const saleIdOf = (request: SaleCall): string | undefined =>
  request.name === 'createTransaction' ? request.call.body.id : request.call.path.id;

export const emptyTill: TillState = { cart: emptyCart, sent: null, waiting: [], removed: null, lines_made: 0, turn: 0 };

export type TillEvent =
  | { type: 'scanned'; code: string; quantity: number }
  /** A product that was tapped or chosen from a list: it need not be looked up. */
  | { type: 'picked'; goods: Goods; quantity: number }
  /** Something that is not in the catalogue, with its own name and price. */
  | { type: 'customAdded'; item: Omit<Goods, 'id' | 'sku'>; quantity: number }
  /** `null`: the catalogue's again. */
  | { type: 'priceChanged'; key: string; price: number | null }
  /** What a code means; nothing, one, or several. */
  | { type: 'found'; key: string; goods: readonly Goods[] }
  | { type: 'notFound'; key: string }
  | { type: 'lookupFailed'; key: string }
  /** Tried again after it failed. */
  | { type: 'lookAgain'; key: string }
  | { type: 'chosen'; key: string; goods: Goods }
  | { type: 'quantityChanged'; key: string; quantity: number }
  /** One more or less of the last line. */
  | { type: 'stepped'; by: 1 | -1 }
  | { type: 'lineDiscounted'; key: string; discount: Off }
  | { type: 'removed'; key: string }
  | { type: 'removalUndone' }
  | { type: 'changed'; part: Partial<Pick<Cart, 'discount' | 'note' | 'label' | 'paying'>> & { buyer?: Buyer | null } }
  | { type: 'opened'; cart: Cart }
  | { type: 'emptied' }
  /** Offered by its id, with its variants. */
  | { type: 'offered'; code: string; goods: readonly Goods[]; quantity: number }
  | { type: 'sent'; request: SaleCall | null }
  /** A parked sale was saved: this is sent now. */
  | { type: 'requested'; request: SaleCall }
  /** `sale_id`: of the request that was answered; another one may have been sent since, from another tab. */
  | { type: 'recorded'; sale_id?: string | undefined }
  | { type: 'refused'; pricesChanged: boolean; sale_id?: string | undefined }
  /** Another tab of this browser has made this of the till. */
  | { type: 'followed'; state: TillState };

export function nextTill(state: TillState, event: TillEvent): TillState {
  if (event.type === 'followed') return event.state;
  if ((event.type === 'recorded' || event.type === 'refused') && isAboutAnother(state.sent, event.sale_id)) return state;
  const next = stateAfterEvent(state, event);
  const isOther = next.cart !== state.cart && ['sent', 'recorded', 'refused', 'opened', 'emptied'].includes(event.type);
  return isOther ? { ...next, turn: state.turn + 1 } : next;
}

const isAboutAnother = (sent: Sent | null, sale_id: string | undefined): boolean =>
  sale_id !== undefined && (sent?.request == null || saleIdOf(sent.request) !== sale_id);

function stateAfterEvent(state: TillState, event: Exclude<TillEvent, { type: 'followed' }>): TillState {
  switch (event.type) {
    case 'sent':
      return { ...state, sent: { cart: state.cart, request: event.request }, cart: emptyCart, removed: null };
    case 'requested':
      return state.sent === null ? state : { ...state, sent: { ...state.sent, request: event.request } };
    case 'recorded':
      return isEmpty(state.cart) ? nextWaiting({ ...state, sent: null }) : { ...state, sent: null };
    case 'refused':
      return takeBack(state, event.pricesChanged);
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

/** A parked sale is opened in front of the sale that was begun, or in place of what the till had of it. */
function open(state: TillState, cart: Cart): TillState {
  const isKept = !isEmpty(state.cart) && state.cart.parked_id !== cart.parked_id;
  return { ...state, cart, waiting: isKept ? [state.cart, ...state.waiting] : state.waiting, removed: null };
}

type CartEvent = Exclude<
  TillEvent,
  { type: 'sent' | 'requested' | 'recorded' | 'refused' | 'opened' | 'emptied' | 'removalUndone' | 'followed' }
>;

function changeCart(state: TillState, event: CartEvent): TillState {
  const { cart } = state;
  const withLines = (lines: readonly Line[]): TillState => ({ ...state, removed: null, cart: { ...cart, lines } });
  switch (event.type) {
    case 'scanned':
      return scan(state, event);
    case 'picked':
      return addLine(state, { code: event.goods.sku, quantity: event.quantity, state: { kind: 'ready', goods: event.goods } });
    case 'customAdded':
      return addLine(state, {
        code: event.item.name,
        quantity: event.quantity,
        state: { kind: 'ready', goods: { ...event.item, id: null, sku: '' } },
      });
    case 'priceChanged':
      return withLines(changeLine(cart.lines, event.key, { price: event.price }));
    case 'offered':
      return addLine(state, { ...event, state: stateOf(event.goods) });
    case 'found':
    case 'notFound':
    case 'lookupFailed':
    case 'lookAgain':
    case 'chosen':
      return settle(state, event.key, stateAfter(event));
    case 'quantityChanged':
      return withLines(changeLine(cart.lines, event.key, { quantity: within(event.quantity) }));
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

const within = (quantity: number) => Math.min(quantity_at_most, Math.max(1, Math.trunc(quantity)));

const changeLine = (lines: readonly Line[], key: string, part: Partial<Line>): Line[] =>
  lines.map((line) => (line.key === key ? { ...line, ...part } : line));

/** The same code again, before it is known what it means, is more of the same line. */
function scan(state: TillState, { code, quantity }: { code: string; quantity: number }): TillState {
  const same = state.cart.lines.find((line) => line.code === code && line.state.kind === 'looking');
  if (same === undefined) return addLine(state, { code, quantity, state: { kind: 'looking' } });
  return {
    ...state,
    removed: null,
    cart: { ...state.cart, lines: last(state.cart.lines, { ...same, quantity: within(same.quantity + quantity) }) },
  };
}

function addLine(state: TillState, { code, quantity, state: known }: Pick<Line, 'code' | 'quantity' | 'state'>): TillState {
  const key = String(state.lines_made + 1);
  const line: Line = { key, code, quantity: within(quantity), price: null, discount: 0, state: known };
  const lines = merge([...state.cart.lines, line], line);
  return { ...state, removed: null, lines_made: state.lines_made + 1, cart: { ...state.cart, lines } };
}

const last = (lines: readonly Line[], line: Line): Line[] => [...lines.filter(({ key }) => key !== line.key), line];

/** A product as the catalogue sells it: without a discount or a price of its own. */
const isPlain = (line: Line): line is ReadyLine =>
  isReady(line) && line.state.goods.id !== null && line.discount === 0 && line.price === null;

/** A product that is on a line already goes there: what was rung up last is the last line. What is not as the catalogue sells it stays apart. */
function merge(lines: readonly Line[], added: Line): Line[] {
  if (!isPlain(added)) return [...lines];
  const before = lines.find((line) => line.key !== added.key && isPlain(line) && line.state.goods.id === added.state.goods.id);
  if (before === undefined) return [...lines];
  const others = lines.filter(({ key }) => key !== before.key && key !== added.key);
  return [...others, { ...before, state: added.state, quantity: within(before.quantity + added.quantity) }];
}

type Settling = Extract<CartEvent, { type: 'found' | 'notFound' | 'lookupFailed' | 'lookAgain' | 'chosen' }>;

function stateAfter(event: Settling): LineState {
  if (event.type === 'chosen') return { kind: 'ready', goods: event.goods };
  if (event.type === 'notFound') return { kind: 'unknown' };
  if (event.type === 'lookupFailed') return { kind: 'failed' };
  if (event.type === 'lookAgain') return { kind: 'looking' };
  return stateOf(event.goods);
}

function stateOf(goods: readonly Goods[]): LineState {
  const [only] = goods;
  if (only === undefined) return { kind: 'unknown' };
  return goods.length === 1 ? { kind: 'ready', goods: only } : { kind: 'choose', among: goods };
}

/** What became of a line's code; the line may lie in this cart, or in one that waits. One that was removed meanwhile stays so. */
function settle(state: TillState, key: string, known: LineState): TillState {
  const settled = (cart: Cart): Cart => {
    const line = cart.lines.find((one) => one.key === key);
    if (line === undefined) return cart;
    const next = { ...line, state: known };
    return { ...cart, lines: merge(changeLine(cart.lines, key, next), next) };
  };
  return { ...state, cart: settled(state.cart), waiting: state.waiting.map(settled) };
}

/** One more or less of the last line; the last one goes with its line. */
function step(state: TillState, by: 1 | -1): TillState {
  const line = state.cart.lines.at(-1);
  if (line === undefined) return state;
  if (line.quantity + by < 1) return remove(state, line.key);
  return {
    ...state,
    removed: null,
    cart: { ...state.cart, lines: changeLine(state.cart.lines, line.key, { quantity: within(line.quantity + by) }) },
  };
}

function remove(state: TillState, key: string): TillState {
  const at = state.cart.lines.findIndex((line) => line.key === key);
  const line = state.cart.lines[at];
  if (line === undefined) return state;
  return { ...state, removed: { line, at }, cart: { ...state.cart, lines: state.cart.lines.filter((one) => one !== line) } };
}

function undoRemoval(state: TillState): TillState {
  if (state.removed === null) return state;
  const { line, at } = state.removed;
  return { ...state, removed: null, cart: { ...state.cart, lines: state.cart.lines.toSpliced(at, 0, line) } };
}

/** The next customer's sale, if one was begun. */
function nextWaiting(state: TillState): TillState {
  const [next, ...others] = state.waiting;
  return next === undefined ? state : { ...state, cart: next, waiting: others };
}

/** A refused sale comes back. Where prices have changed, its products are looked up again. */
function takeBack(state: TillState, pricesChanged: boolean): TillState {
  if (state.sent === null) return state;
  const { cart } = state.sent;
  const lines = pricesChanged ? cart.lines.map(toLookUp) : cart.lines;
  const waiting = isEmpty(state.cart) ? state.waiting : [state.cart, ...state.waiting];
  return { ...state, sent: null, cart: { ...cart, lines }, waiting, removed: null };
}

/** A product is looked up again; a custom item has no other price than its own. */
function toLookUp(line: Line): Line {
  if (isReady(line) && line.state.goods.id === null) return line;
  return { ...line, code: isReady(line) ? line.state.goods.sku : line.code, state: { kind: 'looking' } };
}
