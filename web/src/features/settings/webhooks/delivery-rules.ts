import type { RowOf } from '../../../session/types.ts';

type Delivery = Pick<RowOf<'listDeliveries'>, 'state' | 'attempts' | 'next_attempt_at'>;

/** Whether the delivery has failed and will be retried. */
export const isRetried = ({ state, attempts }: Pick<Delivery, 'state' | 'attempts'>): boolean =>
  state === 'pending' && attempts > 0;

/** Time of the next retry; null before the first attempt. */
export const nextAttemptOf = (delivery: Delivery) => (isRetried(delivery) ? delivery.next_attempt_at : null);
