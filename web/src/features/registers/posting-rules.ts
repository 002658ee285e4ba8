import type { Closure } from './register-queries.ts';

/** The files of the postings of a closure. */
export const postingFormats = ['csv', 'datev'] as const;
export type PostingFormat = (typeof postingFormats)[number];

/** The name that the service gives the file. DATEV finds its files by the beginning of their names. */
export const fileNameOf = ({ business_day, number }: Pick<Closure, 'business_day' | 'number'>, format: PostingFormat) =>
  `${format === 'datev' ? 'EXTF_Buchungsstapel' : 'postings'}-${business_day}-${number}.csv`;

const others = {
  datev: 'accounting.datevNumbers',
  format: 'accounting.datev',
  paid_in: 'accounting.paid_in',
  paid_out: 'accounting.paid_out',
  over_short: 'accounting.over_short',
  rounding: 'accounting.rounding',
  'revenue.none': 'accounting.revenueWithoutTax',
} as const;

/** A setting that a file lacks. */
export type Setting =
  | { kind: 'method'; method: string }
  | {
      kind: 'text';
      text: (typeof others)[keyof typeof others] | 'accounting.revenueOf' | 'accounting.taxOf';
      rate?: number;
    };

/** The setting of a field in a refusal: `methods.cash`, `revenue.19`, `tax.7.5`, `paid_out`. */
export function settingOf(field: string): Setting | undefined {
  if (Object.hasOwn(others, field)) return { kind: 'text', text: others[field as keyof typeof others] };
  const [, list, name = ''] = /^(methods|revenue|tax)\.(.+)$/.exec(field) ?? [];
  if (list === undefined) return undefined;
  if (list === 'methods') return { kind: 'method', method: name };
  const rate = Number(name);
  if (Number.isNaN(rate)) return undefined;
  return { kind: 'text', text: list === 'revenue' ? 'accounting.revenueOf' : 'accounting.taxOf', rate };
}
