import { type Goods, isReady, type Line, type LineState, quantity_at_most, type ReadyLine } from './cart.ts';

export const clampQuantity = (quantity: number) => Math.min(quantity_at_most, Math.max(1, Math.trunc(quantity)));

export const changeLine = (lines: readonly Line[], key: string, part: Partial<Line>): Line[] =>
  lines.map((line) => (line.key === key ? { ...line, ...part } : line));

export const last = (lines: readonly Line[], line: Line): Line[] => [
  ...lines.filter(({ key }) => key !== line.key),
  line,
];

/** A product at its catalogue price and without a discount. */
const isPlain = (line: Line): line is ReadyLine =>
  isReady(line) && line.state.goods.id !== null && line.discount === 0 && line.price === null;

/**
 * Merges an added line into a line of the same product and moves it to the end. Lines with their own price or discount
 * stay separate.
 */
export function merge(lines: readonly Line[], added: Line): Line[] {
  if (!isPlain(added)) return [...lines];
  const before = lines.find(
    (line) => line.key !== added.key && isPlain(line) && line.state.goods.id === added.state.goods.id,
  );
  if (before === undefined) return [...lines];
  const others = lines.filter(({ key }) => key !== before.key && key !== added.key);
  return [...others, { ...before, state: added.state, quantity: clampQuantity(before.quantity + added.quantity) }];
}

/** Whether a line waits for the same lookup: of a code, or of a product that was tapped. */
export const isSameLookup = (
  line: Line,
  { code, product_id, offers_variants }: Pick<Line, 'code' | 'product_id' | 'offers_variants'>,
): boolean =>
  line.state.kind === 'looking' &&
  line.product_id === product_id &&
  line.offers_variants === offers_variants &&
  (product_id !== undefined || line.code === code);

export function stateOf(goods: readonly Goods[]): LineState {
  const [only] = goods;
  if (only === undefined) return { kind: 'unknown' };
  return goods.length === 1 ? { kind: 'ready', goods: only } : { kind: 'choose', among: goods };
}

/** One less of a line. Less than one removes it. */
export const oneLess = ({ key, quantity }: Pick<Line, 'key' | 'quantity'>) =>
  quantity > 1
    ? ({ type: 'quantityChanged', key, quantity: quantity - 1 } as const)
    : ({ type: 'removed', key } as const);

interface PriceRules {
  price_override_roles: readonly string[];
  approval_rules: readonly { action: string }[];
}

/** Whether a role may change prices, alone or because the shop has a rule for their approval. */
export const mayChangePrices = (role: string, { price_override_roles, approval_rules }: PriceRules): boolean =>
  price_override_roles.includes(role) || approval_rules.some(({ action }) => action === 'price_override');
