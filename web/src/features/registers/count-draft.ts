import { toMajor } from '@tillhouse/core/money';
import type { Method } from '../sales/methods.ts';
import { type Pieces, sumOfPieces } from './denominations.ts';
import type { MethodAmount } from './variance.ts';

/** What was typed into a count that is not saved yet. */
export interface CountDraft {
  /** Whether the cash is counted by pieces, or its sum is typed. Both are kept. */
  by: 'pieces' | 'sum';
  pieces: Pieces;
  /** In major units. */
  sum?: number | undefined;
  /** Counted amounts of other methods, in major units. */
  others: Readonly<Partial<Record<Method, number>>>;
  note: string;
}

export const emptyDraft: CountDraft = { by: 'pieces', pieces: {}, others: {}, note: '' };

/** Changes one number of pieces; `undefined` if its field is empty. */
export function withPieces(draft: CountDraft, value: bigint, count: number | undefined): CountDraft {
  const { [String(value)]: _before, ...others } = draft.pieces;
  return { ...draft, pieces: count === undefined ? others : { ...others, [String(value)]: count } };
}

/** Changes the amount of another method; `undefined` if its field is empty. */
export function withOther(draft: CountDraft, method: Method, amount: number | undefined): CountDraft {
  const { [method]: _before, ...others } = draft.others;
  return { ...draft, others: amount === undefined ? others : { ...others, [method]: amount } };
}

/** The counted cash in major units; `undefined` if nothing was typed. */
export function cashOf({ by, pieces, sum }: CountDraft, currency: string): number | undefined {
  if (by === 'sum') return sum;
  const minor = sumOfPieces(pieces);
  return minor === undefined ? undefined : toMajor(minor, currency);
}

/** The pieces in the format of the service, largest first; none if the sum was typed. */
export function denominationsIn({ by, pieces }: CountDraft, currency: string) {
  if (by === 'sum') return {};
  const rows = Object.entries(pieces).map(([value, count]) => ({ value: toMajor(BigInt(value), currency), count }));
  return { denominations: rows.toSorted((one, other) => other.value - one.value) };
}

/** The counted amounts in the format of the service: cash, and the other methods that were counted. */
export function countedIn(draft: CountDraft, cash: number): MethodAmount[] {
  const others = Object.entries(draft.others).map(([method, amount]) => ({ method: method as Method, amount }));
  return [{ method: 'cash', amount: cash }, ...others];
}
