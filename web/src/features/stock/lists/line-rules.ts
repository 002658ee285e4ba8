/** A product on the list of a transfer. */
export interface TransferLine {
  product_id: string;
  name: string;
  sku: string;
  /** Undefined while the field is empty. */
  quantity: number | undefined;
}

export interface FoundProduct {
  id: string;
  name: string;
  sku: string;
}

export const quantity_at_most = 1_000_000;

/** Adds a product at the end, or to its line. */
export function addLine(lines: readonly TransferLine[], product: FoundProduct, quantity: number): TransferLine[] {
  const { id: product_id, name, sku } = product;
  if (!lines.some((line) => line.product_id === product_id)) return [...lines, { product_id, name, sku, quantity }];
  return lines.map((line) =>
    line.product_id === product_id
      ? { ...line, quantity: Math.min(quantity_at_most, (line.quantity ?? 0) + quantity) }
      : line,
  );
}

export const withQuantity = (
  lines: readonly TransferLine[],
  product_id: string,
  quantity: number | undefined,
): TransferLine[] => lines.map((line) => (line.product_id === product_id ? { ...line, quantity } : line));

export const without = (lines: readonly TransferLine[], ids: ReadonlySet<string>): TransferLine[] =>
  lines.filter(({ product_id }) => !ids.has(product_id));

/** A line that can be sent. */
export type ReadyLine = TransferLine & { quantity: number };

/** The lines with a quantity. */
export const readyLines = (lines: readonly TransferLine[]): ReadyLine[] =>
  lines.filter((line): line is ReadyLine => line.quantity !== undefined && line.quantity > 0);

interface Found {
  sellable: Product | null;
  candidates: readonly Product[];
}

type Product = FoundProduct & { track_stock: boolean };

/** The products that a code means: one, if it is clear. Products whose stock is not tracked cannot be moved. */
export function productsFound({ sellable, candidates }: Found): { products: readonly Product[]; untracked?: string } {
  const all = sellable === null ? candidates : [sellable];
  const products = all.filter(({ track_stock }) => track_stock);
  return products.length === 0 && all[0] !== undefined ? { products, untracked: all[0].name } : { products };
}
