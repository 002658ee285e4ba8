import { randomInt } from 'node:crypto';
import type { Day } from '../../core/calendar.ts';

// Letters and digits that are not mistaken for one another, spoken or written.
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * A code to read aloud over a counter: the day, and six signs by chance (30⁶, some 700 million a day), so that no two tills
 * have to agree on a counter. Should two meet, the database refuses the second and the sale is posted again with another.
 */
export function newSaleCode(day: Day): string {
  const signs = Array.from({ length: 6 }, () => alphabet[randomInt(alphabet.length)]);
  return `${day.slice(2).replaceAll('-', '')}-${signs.join('')}`;
}
