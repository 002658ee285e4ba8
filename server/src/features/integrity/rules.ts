import { type Day, daysBefore, periodsBetween } from '../../core/calendar.ts';
import type { DayRange } from '../../core/time-range.ts';

/** A condition that the data must always fulfil. */
export interface Invariant {
  /** `I1` */
  id: string;
  /** One sentence. */
  holds: string;
  /** How to correct a row that violates it; `{column}` stands for the row's value. */
  mend: string;
  /** Finds the rows that violate it. */
  query: string;
}

/** All days. */
export const allDays: DayRange = { start_date: '-infinity', end_date: 'infinity' };

/** Whether it can be checked for one period at a time. */
export const isByDay = ({ query }: Invariant): boolean => query.includes(`'-infinity'::date`);

/** Splits a query at the parameters for the merchant, the first and the last day. */
export const splitAtParameters = (query: string): string[] => query.split(/(\$1|'-?infinity'::date)/);

/** The extent of a history. */
export interface History {
  first: Day | null;
  last: Day;
  is_long: boolean;
}

/** The periods to check separately: each month of a long history, and the time before and after it. */
export function periodsOf({ first, last, is_long }: History): DayRange[] {
  if (first === null || !is_long) return [allDays];
  const months = periodsBetween(first, last, 'month');
  return months.map((month, index) => {
    const next = months[index + 1];
    return {
      start_date: index === 0 ? allDays.start_date : month,
      end_date: next === undefined ? allDays.end_date : daysBefore(next, 1),
    };
  });
}

/** A row that violates an invariant, by its columns. */
export type ViolatingRow = Readonly<Record<string, unknown>>;

/** An invariant that does not hold, and the first rows that violate it. */
export interface Violation {
  id: string;
  broken: number;
  rows: { record: Record<string, string | null>; mend: string }[];
}

/** The maximum of listed rows of an invariant. */
export const rows_at_most = 20;

const heading = /^-- (I\d+) (.+)\n-- mend: (.+)\n/;

/**
 * Parses invariants. Each is a comment with its name, a comment that says how to correct a row, and a query.
 * @throws Error if the text has another form
 */
export function parseInvariants(text: string): Invariant[] {
  return text
    .split(/^(?=-- I\d+ )/m)
    .filter((block) => block.startsWith('-- I'))
    .map((block) => {
      const [all, id, holds, mend] = heading.exec(block) ?? [];
      if (all === undefined || id === undefined || holds === undefined || mend === undefined)
        throw new Error(`not an invariant: ${block.slice(0, 80)}`);
      return { id, holds, mend, query: block.slice(all.length).trim().replace(/;$/, '') };
    });
}

/**
 * The query of an invariant for one merchant, its `$1`. Each table is replaced by the rows of that merchant. Otherwise
 * the rows of other merchants would be scanned before row-level security hides them.
 */
export function limitToMerchant(query: string): string {
  const named = new Set(Array.from(query.matchAll(/\b(\w+) as (?:materialized )?\(/g), ([, name]) => name));
  const tables = new Set(
    Array.from(query.matchAll(/\b(?:from|join) (?!lateral\b)([a-z_]+)\b(?!\.)/g), ([, name = '']) => name),
  );
  const parts = [...tables]
    .filter((table) => !named.has(table))
    .map(
      (table) =>
        `${table} as not materialized (select * from public.${table} where ${table === 'merchants' ? 'id' : 'merchant_id'} = $1)`,
    );
  return `with ${parts.join(', ')}${query.startsWith('with ') ? `, ${query.slice('with '.length)}` : `\n${query}`}`;
}

const toText = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

/** The violation of an invariant by these rows. */
export function toViolation({ id, mend }: Invariant, rows: readonly ViolatingRow[]): Violation {
  return {
    id,
    broken: rows.length,
    rows: rows.slice(0, rows_at_most).map((row) => ({
      record: Object.fromEntries(Object.entries(row).map(([column, value]) => [column, toText(value)])),
      mend: mend.replace(/\{(\w+)\}/g, (_, column: string) => toText(row[column]) ?? 'nothing'),
    })),
  };
}
