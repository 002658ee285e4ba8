import type { Answer } from '../../session/types.ts';

/** What of a line can still be brought back. */
export interface Left {
  line_no: number;
  name: string;
  quantity: number;
}

export const leftOf = ({ items }: Pick<Answer<'getTransaction'>, 'items'>): Left[] =>
  items
    .map(({ line_no, name, quantity, refunded_quantity }) => ({ line_no, name, quantity: quantity - refunded_quantity }))
    .filter(({ quantity }) => quantity > 0);
