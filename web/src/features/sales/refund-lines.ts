import type { ResponseData } from '../../session/types.ts';

/** The part of a line that is not refunded yet. */
export interface RefundableLine {
  line_no: number;
  name: string;
  quantity: number;
}

/** After all money is refunded, only lines that cost nothing can be returned. */
export const refundableLinesOf = ({
  status,
  items,
}: Pick<ResponseData<'getTransaction'>, 'status' | 'items'>): RefundableLine[] =>
  items
    .filter(({ total }) => status !== 'refunded' || total === 0)
    .map(({ line_no, name, quantity, refunded_quantity }) => ({
      line_no,
      name,
      quantity: quantity - refunded_quantity,
    }))
    .filter(({ quantity }) => quantity > 0);

/** The lines whose stock returns with a refund. */
export const trackedLinesOf = ({ items }: Pick<ResponseData<'getTransaction'>, 'items'>): ReadonlySet<number> =>
  new Set(items.filter(({ track_stock }) => track_stock).map(({ line_no }) => line_no));

/** Quantity to refund by line; `undefined` if empty or invalid. */
export type Quantities = Record<string, number | undefined>;

/** The lines of which something is to be refunded, in the format of the service. */
export const refundItemsOf = (
  refundable: readonly RefundableLine[],
  quantities: Readonly<Quantities>,
): { line_no: number; quantity: number }[] =>
  refundable.flatMap(({ line_no }) => {
    const quantity = quantities[line_no] ?? 0;
    return quantity > 0 ? [{ line_no, quantity }] : [];
  });
