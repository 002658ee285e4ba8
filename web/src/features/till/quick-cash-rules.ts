import { type Minor, toMajor } from '@tillhouse/core/money';
import { minorOf } from '../../lib/amounts.ts';
import { denominationsOf } from '../registers/denominations.ts';

const suggested_at_most = 4;
const pieces_at_most = 3;
/** A customer does not pay with ten or more of a small note. */
const notes_below = 10n;

/**
 * Amounts of cash that a customer is likely to give: more than the amount due, a note or a sum of few notes of the
 * currency, and no note too many. In ascending order.
 */
export function quickCash(rest: number, currency: string): number[] {
  const due = minorOf(rest, currency);
  if (due <= 0n) return [];
  const all = denominationsOf(currency);
  const [largest = 1n] = all;
  const notes = all.filter((value) => value >= minorOf(1, currency));
  const likely = notes.flatMap((note) => {
    if (due % note === 0n || (note < largest && due / note >= notes_below)) return [];
    const amount = (due / note + 1n) * note;
    const pieces = piecesOf(amount, all);
    const few = pieces.filter((value) => value < largest);
    return few.length <= pieces_at_most && amount - (pieces.at(-1) ?? 0n) < due ? [amount] : [];
  });
  return [...new Set(likely)]
    .sort((one, other) => Number(one - other))
    .slice(0, suggested_at_most)
    .map((amount) => toMajor(amount, currency));
}

/** The fewest notes and coins of an amount, largest first. */
function piecesOf(amount: Minor, denominations: readonly Minor[]): Minor[] {
  const pieces: Minor[] = [];
  let left = amount;
  for (const value of denominations) {
    const count = Number(left / value);
    left %= value;
    // A purchase of millions of the largest note needs no list of them.
    for (let taken = 0; taken < Math.min(count, pieces_at_most + 1); taken += 1) pieces.push(value);
  }
  return pieces;
}
