import { type Day, daysBefore, periodsBetween } from '../../core/calendar.ts';
import type { DayRange } from '../../core/time-range.ts';

/** A condition that always holds for the data. */
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
export const always: DayRange = { start_date: '-infinity', end_date: 'infinity' };

/** Whether it can be checked for one period at a time. */
export const isByDay = ({ query }: Invariant): boolean => query.includes(`'-infinity'::date`);

/** Splits a query at the parameters for the merchant, the first and the last day. */
export const partsOf = (query: string): string[] => query.split(/(\$1|'-?infinity'::date)/);

/** The extent of a history. */
export interface History {
  first: Day | null;
  last: Day;
  is_long: boolean;
}

/** The periods to check separately: each month of a long history, and the time before and after it. */
export function periodsOf({ first, last, is_long }: History): DayRange[] {
  if (first === null || !is_long) return [always];
  const months = periodsBetween(first, last, 'month');
  return months.map((month, index) => {
    const next = months[index + 1];
    return {
      start_date: index === 0 ? always.start_date : month,
      end_date: next === undefined ? always.end_date : daysBefore(next, 1),
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
 * The query of an invariant for one merchant, its `$1`. Each table is replaced by that merchant's part of it, so that rows
 * of other merchants are not scanned before row security hides them.
 */
export function ofMerchant(query: string): string {
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

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

/** The report of an invariant that these rows violate. */
export function violationOf({ id, mend }: Invariant, rows: readonly ViolatingRow[]): Violation {
  return {
    id,
    broken: rows.length,
    rows: rows.slice(0, rows_at_most).map((row) => ({
      record: Object.fromEntries(Object.entries(row).map(([column, value]) => [column, textOf(value)])),
      mend: mend.replace(/\{(\w+)\}/g, (_, column: string) => textOf(row[column]) ?? 'nothing'),
    })),
  };
}
