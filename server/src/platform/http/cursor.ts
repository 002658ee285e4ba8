import { readTimestamp } from '../../core/calendar.ts';
import { invalidField } from '../../core/errors.ts';
import { isId } from '../../core/ids.ts';
import type { SortKey } from '../database/row-order.ts';

export const signature = (order: SortKey[]) =>
  order.map(({ name, descending }) => (descending ? `-${name}` : name)).join(',');

export const writeCursor = (order: SortKey[], values: string) =>
  Buffer.from(JSON.stringify([signature(order), ...(JSON.parse(values) as string[])])).toString('base64url');

const isWholeNumber = (bits: number) => (value: string) =>
  /^-?\d{1,19}$/.test(value) && BigInt.asIntN(bits, BigInt(value)) === BigInt(value);

/**
 * Whether PostgreSQL can parse a value of the type. Cursors are not signed, and a forged one must not fail in the
 * database.
 */
const readable: Record<SortKey['type'], (value: string) => boolean> = {
  text: (value) => !value.includes('\0'),
  uuid: isId,
  timestamptz: (value) => readTimestamp(value.replace(' ', 'T')) !== undefined,
  bigint: isWholeNumber(64),
  integer: isWholeNumber(32),
};

export function readCursor(cursor: string, order: SortKey[]): string[] {
  try {
    const [sortedBy, ...values] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[];
    const isReadable = (value: unknown, index: number) => {
      const key = order[index];
      return key !== undefined && typeof value === 'string' && readable[key.type](value);
    };
    if (sortedBy === signature(order) && values.length === order.length && values.every(isReadable)) return values;
  } catch {
    // Not a cursor of this service; rejected below.
  }
  throw invalidField('cursor', 'must be the next_cursor of a page of the same list and order');
}
