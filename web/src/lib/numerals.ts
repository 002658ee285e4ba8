/**
 * Reads a number as a person typed or pasted it, by the separators of the page's language. No React, no state.
 *
 * One rule stands above the others: a text that could mean two numbers is refused, never guessed. So, where one separator stands alone:
 * - the language's grouping sign before exactly three digits is grouping: `12.500` in Indonesian is twelve thousand five hundred;
 * - the language's decimal sign is a decimal, unless the text is also a well-formed thousand elsewhere: `12.500` in English with two
 *   decimals is refused;
 * - the language's grouping sign where it cannot group is a decimal only if as many digits follow as such amounts are written with: `12,50`
 *   in English is 12.50, `12,5` is refused, because it may be the beginning of `12,500`.
 * Two different signs leave one meaning: the last is the decimal (`1.250,00` in English is 1250).
 */

export interface NumeralRules {
  /** BCP 47: the language whose separators decide. */
  tag: string;
  /** Decimals that the number may have. */
  digits: number;
  /** Decimals that such numbers are usually written with, where they always have as many; see above. */
  usualDigits?: number;
  /** Signs and words that may stand around the number: those of a currency, say. */
  units?: readonly string[];
}

export type NumeralFault = 'ambiguous' | 'notANumber' | 'decimals' | 'negative';

export type Numeral =
  | { kind: 'empty' }
  /** `units` counts the last allowed decimal: with two of them 1.5 is 150. */
  | { kind: 'number'; units: bigint }
  | RefusedNumeral;

export interface RefusedNumeral {
  kind: 'refused';
  why: NumeralFault;
  /** Of what is ambiguous: what it could mean, as far as it can be kept. */
  meanings?: readonly bigint[];
}

interface Separators {
  decimal: string;
  group: string;
  /** How many digits stand between two grouping signs; the last group always has three. */
  size: number;
  digits: readonly string[];
}

const known = new Map<string, Separators>();

/** A language's separators beside Latin digits: those beside its own digits mean one thing everywhere. */
function separatorsOf(tag: string): Separators {
  const found = known.get(tag);
  if (found !== undefined) return found;
  const parts = new Intl.NumberFormat(tag, { numberingSystem: 'latn', minimumFractionDigits: 1 }).formatToParts(1_234_567_890.5);
  const wholes = parts.filter(({ type }) => type === 'integer').map(({ value }) => value);
  const signOf = (type: string) => normalised(parts.find((part) => part.type === type)?.value ?? '', []);
  const own = new Intl.NumberFormat(tag, { useGrouping: false });
  const separators = {
    decimal: signOf('decimal'),
    group: signOf('group'),
    size: wholes.at(-2)?.length ?? 3,
    digits: Array.from({ length: 10 }, (_, digit) => own.format(digit)),
  };
  known.set(tag, separators);
  return separators;
}

/** Zeros of digits that keyboards and files bring along: Arabic-Indic, Extended Arabic-Indic, Devanagari. */
const zeros = [0x0660, 0x06f0, 0x0966];
/** What steers the direction of writing shows nothing. */
const marks = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\u200b\ufeff]/gu;
const fullWidth = /[\uff01-\uff5e]/gu;

/** The same text with Latin digits and one sign for each separator; `٫` (decimal) and `٬` (grouping) stay, because they are certain. */
function normalised(text: string, digits: readonly string[]): string {
  return [...text.replace(marks, '').replace(fullWidth, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))]
    .map((sign) => {
      const own = digits.indexOf(sign);
      if (own >= 0) return String(own);
      const code = sign.codePointAt(0) ?? 0;
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
/** `5.000,-` and `5.–`: a price without small change, whose last sign is certainly a decimal sign. */
const noChange = /(?<=\d)[.,] ?[-−–—]{1,2}$/u;

/** Takes away what stands around the number. @returns `undefined` for two signs */
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
    const last: string | undefined = hasUnit || first !== undefined ? undefined : names.find((name) => lower.endsWith(name));
    if (first !== undefined) {
      body = body.slice(first.length);
      // `Rp.` is short for a word, and its dot is no decimal sign; codes of three letters are never written so.
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

/** Digits in groups, joined; `undefined` where the groups are not of the right size. */
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

type Read = Parts | { why: 'ambiguous' | 'notANumber'; meanings?: Parts[] };
const nothing: Read = { why: 'notANumber' };

function partsOf(body: string, { tag, digits, usualDigits }: NumeralRules): Read {
  const { decimal, group, size } = separatorsOf(tag);
  const signs = [...body].filter((sign) => !/\d/.test(sign));
  const kinds = [...new Set(signs)];
  const grouped = (text: string, sign: string, fraction: string): Read => {
    const whole = joined(text, sign, size);
    return whole === undefined || !/^\d+$/.test(whole) || !/^\d*$/.test(fraction) ? nothing : { whole, fraction };
  };
  const cut = (sign: string): [string, string] => [body.slice(0, body.lastIndexOf(sign)), body.slice(body.lastIndexOf(sign) + 1)];

  const [only] = kinds;
  if (only === undefined) return { whole: body, fraction: '' };
  if (kinds.length > 2) return nothing;
  if (kinds.length === 2) {
    // The last of two is the decimal, once, and must be able to be one.
    const last = signs.at(-1) ?? '';
    const other = kinds.find((kind) => kind !== last) ?? '';
    if (!'.,٫'.includes(last) || other === '٫' || signs.filter((sign) => sign === last).length > 1) return nothing;
    const [whole, fraction] = cut(last);
    return grouped(whole, other, fraction);
  }
  if (!'.,٫'.includes(only) || (signs.length > 1 && only !== '٫')) return grouped(body, only, '');
  if (signs.length > 1) return nothing;

  // One separator alone: what is it?
  const [whole, fraction] = cut(only);
  if (whole === '' && fraction === '') return nothing;
  const asDecimal: Parts = { whole: whole === '' ? '0' : whole, fraction };
  if (only === '٫') return asDecimal;
  const asGroups = joined(body, only, size);
  const isThousands = asGroups !== undefined && fraction !== '';
  if (only === group) {
    if (isThousands) return { whole: asGroups, fraction: '' };
    // Where there are no decimals, that is what is wrong with it.
    const isUsual = fraction !== '' && (digits === 0 || fraction.length === usualDigits);
    return isUsual ? asDecimal : { why: 'ambiguous', meanings: [asDecimal] };
  }
  const isOwn = only === decimal;
  if (isThousands && !(isOwn && digits >= 3)) return { why: 'ambiguous', meanings: [asDecimal, { whole: asGroups, fraction: '' }] };
  return asDecimal;
}

const unitsOf = ({ whole, fraction }: Parts, digits: number): bigint => BigInt(whole + fraction.padEnd(digits, '0'));

/** Longer texts are no numbers that anybody means. */
const longest = 60;

export function readNumeral(text: string, rules: NumeralRules): Numeral {
  const { tag, digits, units = [] } = rules;
  const plain = normalised(text, separatorsOf(tag).digits);
  if (plain === '') return { kind: 'empty' };
  const refused = (why: NumeralFault): Numeral => ({ kind: 'refused', why });
  const found = plain.length > longest ? undefined : unwrapped(plain, units);
  if (found === undefined || !/^[\d.,' ٫٬]*\d[\d.,' ٫٬]*$/u.test(found.body)) return refused('notANumber');
  const read = partsOf(found.body, rules);
  if ('why' in read) {
    if (read.why !== 'ambiguous') return refused(read.why);
    const kept = (read.meanings ?? [])
      .map(({ whole, fraction }) => ({ whole, fraction: fraction.replace(/0+$/, '') }))
      .filter(({ fraction }) => fraction.length <= digits);
    return { kind: 'refused', why: 'ambiguous', meanings: kept.map((parts) => unitsOf(parts, digits)) };
  }
  if (read.fraction.length > digits) return refused('decimals');
  const value = unitsOf(read, digits);
  return { kind: 'number', units: found.isNegative ? -value : value };
}

/** Exact, in Latin digits: 150 units of two decimals are `1.50`. */
export function decimalOf(units: bigint, digits: number): string {
  const text = String(units < 0n ? -units : units).padStart(digits + 1, '0');
  const cut = text.length - digits;
  return `${units < 0n ? '-' : ''}${text.slice(0, cut)}${digits === 0 ? '' : `.${text.slice(cut)}`}`;
}

/** Formats a decimal that is written out: numbers would lose the last digits of the largest. */
export const formatDecimal = (format: Intl.NumberFormat, decimal: string): string => format.format(decimal as `${number}`);

/** Whether a typed text says already what a field would show: decimals that are zero may be missing. */
export const saysTheSame = (typed: string, shown: string): boolean =>
  typed === shown || (typed !== '' && shown.startsWith(typed) && /^\P{Nd}?0*$/u.test(shown.slice(typed.length)));
