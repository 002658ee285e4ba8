import type { Method } from './methods.ts';

export interface Tender {
  method: Method;
  /** Cash received; `undefined` for the exact amount. */
  received: number | undefined;
}

/** The first payment method of the shop. */
export const firstTender = (payment_methods: readonly string[]): Tender => ({
  method: (payment_methods[0] ?? 'cash') as Method,
  received: undefined,
});

/** The payment in the format of the service. */
export const bodyOf = ({ method, received }: Tender) => ({
  payment_method: method,
  ...(method === 'cash' && received !== undefined ? { amount_tendered: received } : {}),
});

interface PointsRules {
  hasCustomer: boolean;
  /** Value of a point; 0 if the shop accepts no points. */
  point_value: number;
}

const takesPoints = ({ hasCustomer, point_value }: PointsRules): boolean => hasCustomer && point_value > 0;

/** The shop's payment methods in its order, and last points, if the sale can be paid with them. */
export function methodsWithPointsLast(payment_methods: readonly Method[], rules: PointsRules): Method[] {
  const money = payment_methods.filter((method) => method !== 'points');
  return takesPoints(rules) ? [...money, 'points'] : money;
}

/** The shop's payment methods in its order, with points only if the sale can be paid with them. */
export const methodsInOrder = (payment_methods: readonly Method[], rules: PointsRules): Method[] =>
  takesPoints(rules) && payment_methods.includes('points')
    ? [...payment_methods]
    : methodsWithPointsLast(payment_methods, rules);
