import type { Client } from '@tillhouse/client';
import { numberOf, textOf } from '../../../design/forms/form-values.ts';
import type { ResponseData } from '../../../session/types.ts';
import { paymentMethods } from '../shop/settings-rules.ts';

export type Accounts = ResponseData<'getAccounts'>;
export type AccountsChange = NonNullable<NonNullable<Parameters<Client['updateAccounts']>[0]>['body']>;

export const otherAccounts = ['paid_in', 'paid_out', 'over_short', 'rounding'] as const;

/** All methods that a sale can have, each with an account. */
export const accountMethods = paymentMethods;

/** A row of a list, with a key that stays the same when others are removed. */
export interface Row<Fields> {
  key: number;
  /** As it was when the form was opened; a new row if missing. */
  start: Fields | undefined;
}

export const rowsOf = <Fields>(entries: readonly Fields[]): Row<Fields>[] =>
  entries.map((start, key) => ({ key, start }));

/** Adds an empty row at the end. */
export const withRow = <Fields>(rows: readonly Row<Fields>[]): Row<Fields>[] => [
  ...rows,
  { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, start: undefined },
];

interface Keys {
  revenue: readonly number[];
  tax: readonly number[];
}

type Texts = Readonly<Record<string, string>>;

/** The accounts in the form. A number that is none is sent as null, so that the service names its field. */
export function accountsFrom(texts: Texts, { revenue, tax }: Keys): Omit<Accounts, 'updated_at'> {
  const account = (name: string) => textOf(texts[name]) ?? '';
  return {
    methods: accountMethods.flatMap((method) => {
      const name = textOf(texts[`method.${method}`]);
      return name === undefined ? [] : [{ method, account: name }];
    }),
    revenue: revenue.map((key) => ({
      rate: numberOf(texts[`revenue.${key}.rate`]) ?? null,
      category_id: textOf(texts[`revenue.${key}.category`]) ?? null,
      account: account(`revenue.${key}.account`),
    })),
    tax: tax.map((key) => ({
      rate: numberOf(texts[`tax.${key}.rate`]) ?? 0,
      account: account(`tax.${key}.account`),
    })),
    paid_in: textOf(texts.paid_in) ?? null,
    paid_out: textOf(texts.paid_out) ?? null,
    over_short: textOf(texts.over_short) ?? null,
    rounding: textOf(texts.rounding) ?? null,
    datev: datevFrom(texts),
  };
}

const datevFrom = (texts: Texts): Accounts['datev'] =>
  texts.for_datev === undefined
    ? null
    : {
        consultant_number: Number(texts.consultant_number),
        client_number: Number(texts.client_number),
        fiscal_year_month: Number(texts.fiscal_year_month),
        account_length: Number(texts.account_length),
      };

/** The settings that differ. A list is sent whole, and so are the numbers for DATEV. */
export function changedAccounts(before: Accounts, input: Omit<Accounts, 'updated_at'>): AccountsChange {
  const names = Object.keys(input) as (keyof typeof input)[];
  const changed = names.filter((name) => JSON.stringify(input[name]) !== JSON.stringify(before[name]));
  return Object.fromEntries(changed.map((name) => [name, input[name]]));
}

/** The errors of the service by the names of the fields: entry `methods[0]` of the request is `method.cash` here. */
export function errorsByField(
  errors: Readonly<Record<string, string>>,
  sent: AccountsChange | undefined,
  keys: Keys,
): Record<string, string> {
  const nameOf = (field: string): string => {
    const [, list, position, part] = /^(methods|revenue|tax)\[(\d+)\]\.(\w+)$/.exec(field) ?? [];
    const at = Number(position);
    if (list === 'methods') return `method.${sent?.methods?.[at]?.method}`;
    if (list === 'revenue' || list === 'tax') return `${list}.${keys[list][at]}.${part?.replace(/_id$/, '')}`;
    return field.replace(/^datev\./, '');
  };
  return Object.fromEntries(Object.entries(errors).map(([field, message]) => [nameOf(field), message]));
}

/** The fields of a refusal that the form shows at a field. */
export const shownFields = (errors: Readonly<Record<string, string>>): string[] =>
  Object.keys(errors).filter(
    (field) =>
      (otherAccounts as readonly string[]).includes(field) ||
      /^(methods\[\d+\]\.account|(revenue|tax)\[\d+\]\.(rate|category_id|account)|datev\.\w+)$/.test(field),
  );
