import { divideHalfUp, largestAmount, type Minor, smaller } from './money.ts';

/**
 * The amount to pay in cash: what is due, rounded half up to a multiple of the smallest cash amount; as it is without
 * one. Never more than amounts may be.
 */
export function roundCash(due: Minor, unit: Minor | null): Minor {
  if (unit === null) return due;
  return smaller(divideHalfUp(due, unit), largestAmount / unit) * unit;
}

export interface CashPayment {
  /** What stays in the drawer: the rounded due. */
  amount: Minor;
  change: Minor;
}

/**
 * Pays what is due in cash. A client that does not round sends exactly what is due: it is read as the rounded due,
 * without change. `undefined` if less than the rounded due was received.
 */
export function payCash(received: Minor, due: Minor, unit: Minor | null): CashPayment | undefined {
  const amount = roundCash(due, unit);
  if (received === due) return { amount, change: 0n };
  return received < amount ? undefined : { amount, change: received - amount };
}
