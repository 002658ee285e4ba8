import { randomInt } from 'node:crypto';
import type { Day } from '../../core/calendar.ts';

// Letters and digits that are not confused with one another, spoken or written.
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * A code that is easy to read aloud: the day, and six random characters (30⁶, some 700 million a day), so that tills
 * need no shared counter.
 * If two codes collide, the database rejects the second, and the sale is posted again with another.
 */
export function newSaleCode(day: Day): string {
  const characters = Array.from({ length: 6 }, () => alphabet[randomInt(alphabet.length)]);
  return `${day.slice(2).replaceAll('-', '')}-${characters.join('')}`;
}
