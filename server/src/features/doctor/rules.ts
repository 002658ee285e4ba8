import { type Day, daysBefore, periodsBetween } from '../../core/calendar.ts';
import type { DayRange } from '../../core/time-range.ts';

/** Something that is true of the data at every moment. */
export interface Invariant {
  /** `I1` */
  id: string;
  /** In a sentence. */
  holds: string;
  /** What would mend a row that breaks it; `{column}` stands for what the row says. */
  mend: string;
  /** Finds the rows that break it. */
  query: string;
}

/** Whatever day it was. */
export const always: DayRange = { start_date: '-infinity', end_date: 'infinity' };

/** Whether it may be asked of a stretch of days at a time. */
export const isByDay = ({ query }: Invariant): boolean => query.includes(`'-infinity'::date`);

/** A query in pieces: by itself stands whatever names the merchant, the first day, or the last. */
export const partsOf = (query: string): string[] => query.split(/(\$1|'-?infinity'::date)/);

/** What is known of a history before it is read. */
export interface History {
  first: Day | null;
  last: Day;
  is_long: boolean;
}

/** What is looked at by itself: of a long history each month, and before the first and after the last whatever there may be. */
export function stretchesOf({ first, last, is_long }: History): DayRange[] {
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

/** A row that breaks an invariant, by its columns. */
export type BrokenRow = Readonly<Record<string, unknown>>;

/** An invariant that does not hold, and the first of the rows that break it. */
export interface Finding {
  id: string;
  broken: number;
  rows: { record: Record<string, string | null>; mend: string }[];
}

/** So many rows of an invariant are told one by one. */
export const rows_at_most = 20;

const heading = /^-- (I\d+) (.+)\n-- mend: (.+)\n/;

/** The invariants of a file in which each is a comment that names it, one that says what would mend it, and a query. @throws Error at what is none */
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
 * The query of an invariant as one merchant's rows answer it, who is its `$1`: each table stands for that merchant's part of it, so that nobody else's rows are gone
 * through, whatever row security would hide of them.
 */
export function ofMerchant(query: string): string {
  const named = new Set(Array.from(query.matchAll(/\b(\w+) as (?:materialized )?\(/g), ([, name]) => name));
  const tables = new Set(Array.from(query.matchAll(/\b(?:from|join) (?!lateral\b)([a-z_]+)\b(?!\.)/g), ([, name = '']) => name));
  const parts = [...tables]
    .filter((table) => !named.has(table))
    .map(
      (table) => `${table} as not materialized (select * from public.${table} where ${table === 'merchants' ? 'id' : 'merchant_id'} = $1)`,
    );
  return `with ${parts.join(', ')}${query.startsWith('with ') ? `, ${query.slice('with '.length)}` : `\n${query}`}`;
}

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

/** What was found of an invariant that these rows break. */
export function findingOf({ id, mend }: Invariant, rows: readonly BrokenRow[]): Finding {
  return {
    id,
    broken: rows.length,
    rows: rows.slice(0, rows_at_most).map((row) => ({
      record: Object.fromEntries(Object.entries(row).map(([column, value]) => [column, textOf(value)])),
      mend: mend.replace(/\{(\w+)\}/g, (_, column: string) => textOf(row[column]) ?? 'nothing'),
    })),
  };
}
