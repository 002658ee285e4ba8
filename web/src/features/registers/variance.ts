import type { TextName } from '../../language/en-audit.ts';
import type { Method } from '../sales/methods.ts';

export interface MethodAmount {
  method: Method;
  amount: number;
}

/** The amount of a method; `undefined` if there is none. */
export const amountOf = (amounts: readonly MethodAmount[] | null, method: string): number | undefined =>
  amounts?.find((row) => row.method === method)?.amount;

/** The cash of a count. Each count includes it. */
export const cashOf = (counted: readonly MethodAmount[]): number =>
  counted.reduce((sum, { method, amount }) => (method === 'cash' ? sum + amount : sum), 0);

/** All methods of some lists, each once, in the order in which they come. */
export const methodsOf = (...lists: readonly (readonly MethodAmount[] | null)[]): Method[] => [
  ...new Set(lists.flatMap((list) => list ?? []).map(({ method }) => method)),
];

/** The text that says what a variance means, and its amount without sign. */
export function varianceText(variance: number): { text: TextName; amount: number } {
  const text = variance < 0 ? 'shifts.short' : variance > 0 ? 'shifts.over' : 'shifts.exact';
  return { text, amount: Math.abs(variance) };
}
