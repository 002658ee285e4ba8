import { dayAfter } from '../days.ts';

/** Days as text in the format of a language. A day is `2026-12-31`. */

const formatOf = (tag: string) =>
  new Intl.DateTimeFormat(tag, { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' });

/** `12/31/2026`, `31.12.2026` or as the language writes it. */
export const writeDay = (day: string, tag: string): string => formatOf(tag).format(Date.parse(`${day}T00:00:00Z`));

const isPart = (type: string): type is 'year' | 'month' | 'day' => ['year', 'month', 'day'].includes(type);

/** `MM/DD/YYYY`, `TT.MM.JJJJ` or as the language writes a day, in its letters. */
export const dayPattern = (tag: string, letters: Record<'year' | 'month' | 'day', string>): string =>
  formatOf(tag)
    .formatToParts(0)
    .map(({ type, value }) => (isPart(type) ? letters[type] : value))
    .join('');

/** Year, month and day in the order in which the language writes them. */
const orderOf = (tag: string) =>
  formatOf(tag)
    .formatToParts()
    .map(({ type }) => type)
    .filter(isPart);

/** The day that is typed: in the order of the language, with any separators, or as `2026-12-31`; else `undefined`. */
export function readTypedDay(text: string, tag: string): string | undefined {
  const numbers = text.match(/\d+/g) ?? [];
  if (numbers.length !== 3) return undefined;
  const order = numbers[0]?.length === 4 ? (['year', 'month', 'day'] as const) : orderOf(tag);
  const partOf = (type: 'year' | 'month' | 'day') => numbers[order.indexOf(type)] ?? '';
  if (partOf('year').length !== 4) return undefined;
  const day = [partOf('year'), partOf('month').padStart(2, '0'), partOf('day').padStart(2, '0')].join('-');
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? undefined : day;
}

interface Bounds {
  earliest?: string | undefined;
  latest?: string | undefined;
}

/** The bound that the day is beyond. */
export function boundBeyond(day: string, { earliest, latest }: Bounds): 'earliest' | 'latest' | undefined {
  if (earliest !== undefined && day < earliest) return 'earliest';
  return latest !== undefined && day > latest ? 'latest' : undefined;
}

/** The next or previous day for an arrow key, within the bounds. */
export function stepOf(key: string, day: string | undefined, bounds: Bounds): string | undefined {
  if (day === undefined || (key !== 'ArrowUp' && key !== 'ArrowDown')) return undefined;
  const next = dayAfter(day, key === 'ArrowUp' ? 1 : -1);
  return boundBeyond(next, bounds) === undefined ? next : undefined;
}
