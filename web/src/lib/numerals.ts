/**
 * Reads a number as a user typed or pasted it, by the separators of the page's language. No React, no state.
 *
 * A text that can mean two numbers is rejected, never guessed. If the text has a single separator:
 * - The language's group separator before exactly three digits groups: `12.500` in Indonesian is twelve thousand five
 *   hundred.
 * - The language's decimal separator is a decimal separator, unless the text is also a valid grouped number in another
 *   language: `12.500` in English with two decimals is rejected.
 * - The language's group separator at a place where it cannot group is a decimal separator only if the usual number of
 *   decimals follows: `12,50` in English is 12.50. `12,5` is rejected, because it may be the beginning of `12,500`.
 * Two different separators are unambiguous: the last is the decimal separator (`1.250,00` in English is 1250).
 */

export interface NumeralRules {
  /** BCP 47 language tag; decides which separators are expected. */
  tag: string;
  /** Largest allowed number of decimals. */
  digits: number;
  /** The number of decimals that such numbers are usually written with, if it is always the same. See above. */
  usualDigits?: number;
  /** Signs and words that may stand beside the number, for example those of a currency. */
  units?: readonly string[];
}

export type NumeralError = 'ambiguous' | 'notANumber' | 'decimals' | 'negative';

export type Numeral =
  | { kind: 'empty' }
  /** `units` counts the last allowed decimal: with two decimals, 1.5 is 150. */
  | { kind: 'number'; units: bigint }
  | RejectedNumeral;

export interface RejectedNumeral {
  kind: 'rejected';
  reason: NumeralError;
  /** The numbers that an ambiguous text can mean, within the allowed decimals. */
  meanings?: readonly bigint[];
}

interface Separators {
  decimal: string;
  group: string;
  /** Number of digits between two group separators. The last group always has three. */
  size: number;
  digits: readonly string[];
}

const cachedSeparators = new Map<string, Separators>();

/**
 * The separators that the language uses with Latin digits. Those of other digits have the same meaning in every
 * language.
 */
function separatorsOf(tag: string): Separators {
  const found = cachedSeparators.get(tag);
  if (found !== undefined) return found;
  const parts = new Intl.NumberFormat(tag, { numberingSystem: 'latn', minimumFractionDigits: 1 }).formatToParts(
    1_234_567_890.5,
  );
  const wholes = parts.filter(({ type }) => type === 'integer').map(({ value }) => value);
  const signOf = (type: string) => normalised(parts.find((part) => part.type === type)?.value ?? '', []);
  const own = new Intl.NumberFormat(tag);
  const separators = {
    decimal: signOf('decimal'),
    group: signOf('group'),
    size: wholes.at(-2)?.length ?? 3,
    digits: Array.from({ length: 10 }, (_, digit) => own.format(digit)),
  };
  cachedSeparators.set(tag, separators);
  return separators;
}

/** The zero of each accepted non-Latin script: Arabic-Indic, Extended Arabic-Indic, Devanagari. */
const zeros = [0x0660, 0x06f0, 0x0966];
/** Invisible characters that control the text direction. */
const marks = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\u200b\ufeff]/gu;
const fullWidth = /[\uff01-\uff5e]/gu;

/**
 * The text with Latin digits and one character for each separator. `٫` (decimal) and `٬` (group) stay: they are
 * unambiguous.
 */
function normalised(text: string, digits: readonly string[]): string {
  return [...text.replace(marks, '').replace(fullWidth, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))]
    .map((sign) => {
      const own = digits.indexOf(sign);
      if (own >= 0) return String(own);
      const code = sign.charCodeAt(0);
      const zero = zeros.find((first) => code >= first && code < first + 10);
      return zero === undefined ? sign : String(code - zero);
    })
    .join('')
    .replace(/[\s\p{Zs}]/gu, ' ')
    .replace(/[’‘ʼ′´`]/gu, "'")
    .replace(/[،、]/gu, ',')
    .replace(/。/gu, '.')
    .trim();
}

const minus = /^[-−‐‑–—]$/u;
/** `5.000,-` and `5.–`: a price without minor units. Its last separator is a decimal separator. */
const noChange = /(?<=\d)[.,] ?[-−–—]{1,2}$/u;

/** Removes the sign and unit around the number. @returns `undefined` if there are two signs */
function unwrapped(text: string, units: readonly string[]): { body: string; isNegative: boolean } | undefined {
  const names = units.map((name) => normalised(name, []).toLowerCase()).sort((one, other) => other.length - one.length);
  let body = text;
  let signs = 0;
  let isNegative = false;
  let hasUnit = false;
  const takeSign = (sign: string): boolean => {
    if (!minus.test(sign) && sign !== '+') return false;
    signs += 1;
    isNegative = sign !== '+';
    return true;
  };
  for (;;) {
    const before: string = body;
    body = body.trim().replace(noChange, '٫');
    if (takeSign(body.slice(0, 1))) body = body.slice(1);
    else if (takeSign(body.slice(-1))) body = body.slice(0, -1);
    const lower = body.toLowerCase();
    const first: string | undefined = hasUnit ? undefined : names.find((name) => lower.startsWith(name));
    const last: string | undefined =
      hasUnit || first !== undefined ? undefined : names.find((name) => lower.endsWith(name));
    if (first !== undefined) {
      body = body.slice(first.length);
      // The dot of `Rp.` marks an abbreviation and is no decimal separator. Codes of three letters have no such dot.
      if (/\p{L}$/u.test(first) && first.length < 3 && body.startsWith('.')) body = body.slice(1);
    }
    if (last !== undefined) body = body.slice(0, -last.length);
    hasUnit ||= first !== undefined || last !== undefined;
    if (body === before) return signs > 1 ? undefined : { body, isNegative };
  }
}

interface Parts {
  whole: string;
  fraction: string;
}

/** Joins grouped digits; `undefined` if the groups have the wrong size. */
function joined(text: string, sign: string, size: number): string | undefined {
  const groups = text.split(sign);
  if (groups.length === 1) return text;
  const isOf = (between: number) =>
    groups.every((group, index) => {
      if (index === 0) return group.length >= 1 && group.length <= between && !group.startsWith('0');
      return group.length === (index === groups.length - 1 ? 3 : between);
    });
  return isOf(3) || isOf(size) ? groups.join('') : undefined;
}

type Read = Parts | { reason: 'ambiguous' | 'notANumber'; meanings?: Parts[] };
const notANumber: Read = { reason: 'notANumber' };

function partsOf(body: string, { tag, digits, usualDigits }: NumeralRules): Read {
  const { decimal, group, size } = separatorsOf(tag);
  const signs = [...body].filter((sign) => !/\d/.test(sign));
  const kinds = [...new Set(signs)];
  const grouped = (text: string, sign: string, fraction: string): Read => {
    const whole = joined(text, sign, size);
    return whole === undefined || !/^\d+$/.test(whole) || !/^\d*$/.test(fraction) ? notANumber : { whole, fraction };
  };
  const cut = (sign: string): [string, string] => [
    body.slice(0, body.lastIndexOf(sign)),
    body.slice(body.lastIndexOf(sign) + 1),
  ];

  const [only] = kinds;
  if (only === undefined) return { whole: body, fraction: '' };
  if (kinds.length === 2) {
    // The last of two separators is the decimal separator. It may occur once only.
    const last = signs.at(-1) ?? '';
    const other = kinds.find((kind) => kind !== last) ?? '';
    if (!'.,٫'.includes(last) || other === '٫') return notANumber;
    const [whole, fraction] = cut(last);
    return grouped(whole, other, fraction);
  }
  if (!'.,٫'.includes(only) || (signs.length > 1 && only !== '٫')) return grouped(body, only, '');
  if (signs.length > 1) return notANumber;

  // A single separator: a group or a decimal separator?
  const [whole, fraction] = cut(only);
  if (whole === '' && fraction === '') return notANumber;
  const asDecimal: Parts = { whole: whole === '' ? '0' : whole, fraction };
  if (only === '٫') return asDecimal;
  const asGroups = joined(body, only, size);
  const isThousands = asGroups !== undefined && fraction !== '';
  if (only === group) {
    if (isThousands) return { whole: asGroups, fraction: '' };
    // If no decimals are allowed, report the decimals.
    const isUsual = fraction !== '' && (digits === 0 || fraction.length === usualDigits);
    return isUsual ? asDecimal : { reason: 'ambiguous', meanings: [asDecimal] };
  }
  const isOwn = only === decimal;
  if (isThousands && !(isOwn && digits >= 3))
    return { reason: 'ambiguous', meanings: [asDecimal, { whole: asGroups, fraction: '' }] };
  return asDecimal;
}

const unitsOf = ({ whole, fraction }: Parts, digits: number): bigint => BigInt(whole + fraction.padEnd(digits, '0'));

/** Longer texts are never numbers. */
const longest = 60;

export function readNumeral(text: string, rules: NumeralRules): Numeral {
  const { tag, digits, units = [] } = rules;
  const plain = normalised(text, separatorsOf(tag).digits);
  if (plain === '') return { kind: 'empty' };
  const rejected = (reason: NumeralError): Numeral => ({ kind: 'rejected', reason });
  const found = plain.length > longest ? undefined : unwrapped(plain, units);
  if (found === undefined || !/^[\d.,' ٫٬]*\d[\d.,' ٫٬]*$/u.test(found.body)) return rejected('notANumber');
  const read = partsOf(found.body, rules);
  if ('reason' in read) {
    if (read.reason !== 'ambiguous') return rejected(read.reason);
    const kept = (read.meanings ?? [])
      .map(({ whole, fraction }) => ({ whole, fraction: fraction.replace(/0+$/, '') }))
      .filter(({ fraction }) => fraction.length <= digits);
    return { kind: 'rejected', reason: 'ambiguous', meanings: kept.map((parts) => unitsOf(parts, digits)) };
  }
  if (read.fraction.length > digits) return rejected('decimals');
  const value = unitsOf(read, digits);
  return { kind: 'number', units: found.isNegative ? -value : value };
}

/** Exact decimal in Latin digits: 150 units with two decimals are `1.50`. */
export function decimalOf(units: bigint, digits: number): string {
  const text = String(units)
    .replace('-', '')
    .padStart(digits + 1, '0');
  const cut = text.length - digits;
  return `${units < 0n ? '-' : ''}${text.slice(0, cut)}${digits === 0 ? '' : `.${text.slice(cut)}`}`;
}

/** Formats a decimal string. A JavaScript number would lose the last digits of very large amounts. */
export const formatDecimal = (format: Intl.NumberFormat, decimal: string): string =>
  format.format(decimal as `${number}`);

/** Whether the typed text and the shown text are the same, apart from zero decimals and space around the text. */
export function isSameNumber(text: string, shown: string): boolean {
  const typed = text.trim();
  return typed === shown || (typed !== '' && shown.startsWith(typed) && /^\P{Nd}?0*$/u.test(shown.slice(typed.length)));
}
