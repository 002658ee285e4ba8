import { isEmail } from '../../../core/email.ts';
import { type AppError, invalidField, ValidationErrors } from '../../../core/errors.ts';
import type { ReadCell } from '../../../platform/files/cells.ts';
import type { NumberStyle } from '../../../platform/files/number-style-rules.ts';
import { headingsOf, readColumnChoice } from '../mapping/mapping-rules.ts';
import { normalise } from '../mapping/normalise-rules.ts';
import { type ColumnStyle, columnStyle, plainNumber } from '../mapping/number-rules.ts';
import type { Source } from '../mapping/source-rules.ts';

/** What a column of a file of customers can hold. */
export const customerFields = ['name', 'firstName', 'lastName', 'email', 'phone', 'address', 'points'] as const;
type CustomerField = (typeof customerFields)[number];

/** The heading of each field; up to six for an address. */
export type CustomerMapping = Partial<Record<CustomerField, string | string[]>>;

/** The program that wrote a file of customers, by headings that only it has. */
export function detectCustomerSource(headings: readonly string[]): Source {
  const names = new Set(headings.map(normalise));
  const has = (...wanted: string[]) => wanted.every((name) => names.has(name));
  if (has('firstname', 'emailaddress', 'phonenumber') && (has('referenceid') || has('creationsource'))) return 'square';
  if (has('firstname', 'email') && (has('acceptsemailmarketing') || has('totalorders'))) return 'shopify';
  if (has('name', 'pointsbalance')) return 'loyverse';
  return has('name', 'email') || has('name', 'phone') ? 'tillhouse' : 'unknown';
}

const guesses: Record<CustomerField, readonly string[]> = {
  name: ['name', 'fullname', 'customername', 'customer', 'nama', 'namapelanggan', 'kunde', 'kundenname'],
  firstName: ['firstname', 'givenname', 'vorname', 'namadepan'],
  lastName: ['lastname', 'surname', 'familyname', 'nachname', 'namabelakang'],
  email: ['email', 'emailaddress', 'mail', 'emailadresse', 'surel'],
  phone: ['phone', 'phonenumber', 'mobile', 'telephone', 'telefon', 'mobil', 'telepon', 'nohp', 'hp'],
  address: [],
  points: ['pointsbalance', 'points', 'punkte', 'poin'],
};

/** The parts of an address, in their order. */
const addressParts = [
  'address',
  'addressline1',
  'addressline2',
  'defaultaddressaddress1',
  'defaultaddressaddress2',
  'adresse',
  'alamat',
  'street',
  'postalcode',
  'defaultaddresszip',
  'zip',
  'plz',
  'city',
  'defaultaddresscity',
  'ort',
  'kota',
  'state',
  'country',
  'defaultaddresscountrycode',
];
const addressHeadingsAtMost = 6;

/** The mapping that fits a file best. */
export function suggestCustomerMapping(headings: readonly string[]): CustomerMapping {
  const find = (name: string) => headings.find((heading) => normalise(heading) === name) ?? [];
  const mapping: CustomerMapping = {};
  for (const field of customerFields) {
    const [found] = guesses[field].flatMap(find);
    if (found !== undefined) mapping[field] = found;
  }
  const address = addressParts.flatMap(find).slice(0, addressHeadingsAtMost);
  if (address.length !== 0) mapping.address = address;
  return mapping;
}

/** What a person chose for a file of customers. */
export interface CustomerChoice {
  mapping?: string | undefined;
  /** For numbers without one: `+49`. */
  calling_code?: string | undefined;
}

export interface CustomerLayout {
  source: Source;
  positions: ReadonlyMap<CustomerField, readonly number[]>;
  names: ReadonlyMap<string, string>;
  calling_code: string | undefined;
  /** How points are written. */
  numbers: ColumnStyle;
}

/** @throws AppError VALIDATION_ERROR on `file`, `mapping` or `calling_code` */
export function readCustomerLayout(
  cells: readonly ReadCell[],
  choice: CustomerChoice,
  style: NumberStyle,
): CustomerLayout {
  const headings = headingsOf(cells);
  const { calling_code } = choice;
  if (calling_code !== undefined && !/^\+[1-9]\d{0,3}$/.test(calling_code))
    throw invalidField('calling_code', 'must be a plus and one to four digits');
  const mapping =
    choice.mapping === undefined
      ? suggestCustomerMapping(headings)
      : readColumnChoice(choice.mapping, headings, {
          fields: customerFields,
          several: { address: addressHeadingsAtMost },
        });
  const given = Object.entries(mapping) as [CustomerField, string | string[]][];
  const identifying: CustomerField[] = ['name', 'firstName', 'lastName', 'email', 'phone'];
  if (!given.some(([field]) => identifying.includes(field)))
    throw invalidField('mapping.name', 'is required, or an e-mail or phone');
  const positions = new Map(
    given.map(([field, names]) => [field, [names].flat().map((name) => headings.indexOf(name))]),
  );
  return {
    source: detectCustomerSource(headings),
    positions,
    numbers: columnStyle(style, positions.get('points')?.[0] ?? -1, []),
    names: new Map(given.map(([field, names]) => [field, [names].flat()[0] ?? ''])),
    calling_code,
  };
}

export interface CustomerRow {
  name?: string;
  email?: string;
  phone?: string;
  address?: string;
  points?: bigint;
}

/** Reads a row; empty cells say nothing. @throws AppError VALIDATION_ERROR naming each wrong column */
export function readCustomer(
  cells: readonly ReadCell[],
  { positions, calling_code, numbers }: CustomerLayout,
): CustomerRow {
  const errors = new ValidationErrors();
  const parts = (field: CustomerField) =>
    (positions.get(field) ?? []).map((at) => String(cells[at] ?? '').trim()).filter((text) => text !== '');
  const text = (field: CustomerField, maxLength: number): string | undefined => {
    const value = parts(field).join(', ');
    if (value.length > maxLength) errors.add(field, `must have at most ${maxLength} characters`);
    if (value.includes('\0') || !value.isWellFormed()) errors.add(field, 'must be well-formed text');
    return value === '' ? undefined : value;
  };
  const name = text('name', 200) ?? [text('firstName', 100), text('lastName', 99)].filter(Boolean).join(' ');
  const email = text('email', 254);
  if (email !== undefined && !isEmail(email)) errors.add('email', 'must be an e-mail address');
  const written = text('phone', 64);
  const phone = written === undefined ? undefined : readPhone(written, calling_code);
  if (written !== undefined && phone === undefined)
    errors.add('phone', 'must be a phone number with its country code: + and 7 to 15 digits');
  const address = text('address', 1_000);
  const points = readPoints(text('points', 30), numbers, (message) => errors.add('points', message));
  errors.throwIfAny();
  return {
    ...(name === '' ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone }),
    ...(address === undefined ? {} : { address }),
    ...(points === undefined ? {} : { points }),
  };
}

/** Countries whose numbers keep the zero at their beginning: Italy, San Marino, Ivory Coast, Congo. */
const keepingZero = /^\+(?:39|378|225|242)$/;

/** A number in E.164; one without a country code gets the chosen one. */
export function readPhone(written: string, calling_code: string | undefined): string | undefined {
  const text = written
    .replace(/^'/, '')
    // The zero of `+49 (0)30` is only for calls within the country.
    .replace(/^(\s*(?:\+|00)[\s\d./-]*)\(0\)/, '$1')
    .replace(/[\s().\u2010-\u2013/-]/g, '');
  const international = text.startsWith('00') ? `+${text.slice(2)}` : text;
  const number =
    international.startsWith('+') || calling_code === undefined
      ? international
      : `${calling_code}${keepingZero.test(calling_code) ? international : international.replace(/^0/, '')}`;
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : undefined;
}

const pointsAtMost = 1_000_000_000n;

/** A balance such as `120.50`, without its fraction. */
function readPoints(
  written: string | undefined,
  style: ColumnStyle,
  report: (message: string) => void,
): bigint | undefined {
  const plain = written === undefined ? '' : plainNumber(written, 'quantity', style);
  const whole = /^\s*(\d{1,12})(?:\.\d{1,10})?\s*$/.exec(String(plain))?.[1];
  if (written !== undefined && whole === undefined) report('must be a number, at least 0');
  const points = whole === undefined ? undefined : BigInt(whole);
  if (points !== undefined && points > pointsAtMost) report(`must be at most ${pointsAtMost}`);
  return points;
}

/** The errors of a row as one sentence, with the headings of the file. */
export const customerMessage = ({ details, message }: AppError, { names }: Pick<CustomerLayout, 'names'>): string =>
  details.length === 0
    ? message
    : details.map(({ field, message: why }) => `${names.get(field) ?? field}: ${why}`).join('; ');
