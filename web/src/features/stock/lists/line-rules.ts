/** A product on a list. */
export interface ListLine {
  product_id: string;
  name: string;
  sku: string;
  /** Undefined while the field is empty. */
  quantity: number | undefined;
  /** What was sent and has no certain outcome yet. */
  sent?: SentLine;
}

/** The request of a line. It is stored before it is sent, so that a reload repeats it and sends no second one. */
export interface SentLine {
  idempotencyKey: string;
  body: object;
  sent_at: string;
}

export interface FoundProduct {
  id: string;
  name: string;
  sku: string;
}

export const quantity_at_most = 1_000_000;

/** Adds to the line of a product, or a new one, and moves it to the top: beside the field the last scan is seen. */
export function addLine(lines: readonly ListLine[], product: FoundProduct, quantity: number): ListLine[] {
  const { id: product_id, name, sku } = product;
  const before = lines.find((line) => line.product_id === product_id);
  const sum = Math.min(quantity_at_most, (before?.quantity ?? 0) + quantity);
  return [{ ...before, product_id, name, sku, quantity: sum }, ...without(lines, new Set([product_id]))];
}

export const withQuantity = (
  lines: readonly ListLine[],
  product_id: string,
  quantity: number | undefined,
): ListLine[] => lines.map((line) => (line.product_id === product_id ? { ...line, quantity } : line));

export const without = (lines: readonly ListLine[], ids: ReadonlySet<string>): ListLine[] =>
  lines.filter(({ product_id }) => !ids.has(product_id));

/** A line that can be sent. */
export type ReadyLine = ListLine & { quantity: number };

/** The lines with a quantity. @param atLeast 1, or 0 where nothing is a quantity, too */
export const readyLines = (lines: readonly ListLine[], atLeast: number): ReadyLine[] =>
  lines.filter((line): line is ReadyLine => line.quantity !== undefined && line.quantity >= atLeast);

interface Found {
  sellable: Product | null;
  candidates: readonly Product[];
}

type Product = FoundProduct & { track_stock: boolean };

/** The products that a code means: one, if it is clear. Products whose stock is not tracked have none. */
export function productsFound({ sellable, candidates }: Found): { products: readonly Product[]; untracked?: string } {
  const all = sellable === null ? candidates : [sellable];
  const products = all.filter(({ track_stock }) => track_stock);
  return products.length === 0 && all[0] !== undefined ? { products, untracked: all[0].name } : { products };
}

/** By how much a counted quantity differs from the expected one, with its sign; undefined if it does not. */
export function differenceOf(
  counted: number | undefined,
  expected: number,
  format: (number: number) => string,
): string | undefined {
  if (counted === undefined || counted === expected) return undefined;
  const difference = counted - expected;
  return difference > 0 ? `+${format(difference)}` : format(difference);
}
