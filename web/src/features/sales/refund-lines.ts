import type { ResponseData } from '../../session/types.ts';

/** The part of a line that is not refunded yet. */
export interface RefundableLine {
  line_no: number;
  name: string;
  quantity: number;
}

export const refundableLinesOf = ({ items }: Pick<ResponseData<'getTransaction'>, 'items'>): RefundableLine[] =>
  items
    .map(({ line_no, name, quantity, refunded_quantity }) => ({
      line_no,
      name,
      quantity: quantity - refunded_quantity,
    }))
    .filter(({ quantity }) => quantity > 0);
