import { Text, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { currencyDigits, toMinor } from '@tillhouse/core/money';
import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { type I18n, useI18n } from '../language/i18n.tsx';
import { languages } from '../language/texts.ts';
import { currencySign, formatAmount, formatMoney, largestPriceIn, readAmount } from '../lib/amounts.ts';
import { saysTheSame } from '../lib/numerals.ts';
import {
  formatNumber,
  type NumberFault,
  percentDigits,
  readDecimalNumber,
  readPercent,
  readQuantity,
  type TypedNumber,
} from '../lib/quantities.ts';
import { useSession } from '../session/session.tsx';

type PassedOn = Pick<
  TextInputProps,
  'label' | 'aria-label' | 'description' | 'placeholder' | 'required' | 'disabled' | 'maw' | 'w' | 'size' | 'className'
>;

interface NumberFieldProps extends PassedOn {
  /** What the form calls it: its data has the number as JSON writes it, or nothing. */
  name?: string;
  defaultValue?: number | null | undefined;
  /** What the page holds. The text stays as it was typed as long as it says the same. */
  value?: number | undefined;
  /** Why the service refused it. */
  error?: string | undefined;
  'data-autofocus'?: true | undefined;
  inputRef?: RefObject<HTMLInputElement | null>;
  /** Enter, where the text is a number or nothing. */
  onEnter?(): void;
  /** Told the number, or `undefined` while there is none or it is refused. */
  onValue?(value: number | undefined): void;
}

/** What the typed text is: nothing, a number and how it is shown, or the sentence why it is refused. */
type Reading = { kind: 'empty' } | { kind: 'value'; value: number; shown: string; said: string } | { kind: 'refused'; sentence: string };

interface TypedFieldProps extends NumberFieldProps {
  read(text: string): Reading;
  /** A number as the field shows it. */
  format(value: number): string;
  inputMode: 'decimal' | 'numeric';
  unit?: { sign: string; isBefore: boolean };
  /** What the arrow keys add. */
  step?: number;
}

/** A moment without a key: what is refused is not begun to be typed any more. */
const pause_ms = 700;

const numberOf = (reading: Reading) => (reading.kind === 'value' ? reading.value : undefined);

/**
 * A field for a number. The text stays as typed until the field is left; what it was understood as stands below where that differs; what is
 * refused makes the field invalid, and the browser does not send its form.
 */
function TypedField({
  read,
  format,
  inputMode,
  unit,
  step,
  name,
  value,
  defaultValue,
  error,
  onValue,
  inputRef,
  onEnter,
  ...passedOn
}: TypedFieldProps) {
  const textOf = (one: number | null | undefined) => (one === undefined || one === null ? '' : format(one));
  const [text, setText] = useState(() => textOf(value ?? defaultValue));
  const [isSettled, setSettled] = useState(true);
  const [confirmed, confirm] = useState<string>();
  const [paused] = useDebouncedValue(text, pause_ms);
  const own = useRef<HTMLInputElement>(null);
  const input = inputRef ?? own;
  const reading = read(text);

  const [outer, setOuter] = useState(value);
  if (value !== outer) {
    setOuter(value);
    if (value !== numberOf(reading)) setText(textOf(value));
  }

  const refused = reading.kind === 'refused' ? reading.sentence : '';
  useEffect(() => input.current?.setCustomValidity(refused), [input, refused]);

  const type = (next: string) => {
    const now = read(next);
    setText(next);
    setSettled((was) => was && now.kind === 'refused');
    onValue?.(numberOf(now));
  };
  const leave = () => {
    setSettled(true);
    if (reading.kind !== 'value') return;
    // What was understood stays below: a form that moved under the pointer would miss the press.
    if (!saysTheSame(text.trim(), reading.shown)) confirm(reading.shown);
    setText(reading.shown);
  };
  const refuseToSend = (event: FormEvent<HTMLInputElement>) => {
    const field = event.currentTarget;
    if (!field.validity.customError) return;
    event.preventDefault();
    setSettled(true);
    if (field.form?.querySelector(':is(input, textarea, select):invalid') === field) field.focus();
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && onEnter !== undefined) {
      event.preventDefault();
      if (reading.kind !== 'refused') onEnter();
      return;
    }
    const by = event.key === 'ArrowUp' ? step : event.key === 'ArrowDown' ? -(step ?? 0) : undefined;
    if (step === undefined || by === undefined || reading.kind === 'refused') return;
    event.preventDefault();
    const next = format((numberOf(reading) ?? 0) + by);
    if (read(next).kind === 'value') type(next);
  };

  const isRefused = refused !== '' && (isSettled || paused === text);
  const isUnderstood = reading.kind === 'value' && (!saysTheSame(text.trim(), reading.shown) || confirmed === text);
  const sign = unit !== undefined && (
    <Text span size="sm" c="dimmed">
      {unit.sign}
    </Text>
  );
  const side = unit?.isBefore === false ? 'right' : 'left';
  return (
    <TextInput
      {...passedOn}
      {...(sign === false ? {} : sectionOf(side, sign, unit?.sign.length ?? 1))}
      ref={input}
      inputMode={inputMode}
      autoComplete="off"
      value={text}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onPaste={() => setSettled(true)}
      onBlur={leave}
      onKeyDown={press}
      onInvalid={refuseToSend}
      error={isRefused ? refused : error}
      errorProps={isRefused ? { role: 'alert' } : {}}
      success={isUnderstood ? `= ${reading.said}` : undefined}
      successProps={{ c: 'dimmed', className: 'figures', role: 'status' }}
      withSuccessStyles={false}
      inputContainer={(field) => (
        <>
          {field}
          {name !== undefined && <input type="hidden" name={name} value={numberOf(reading) ?? ''} disabled={passedOn.disabled} />}
        </>
      )}
    />
  );
}

/** A sign needs the room that it takes. */
function sectionOf(side: 'left' | 'right', sign: ReactNode, length: number): TextInputProps {
  const [width, props] = [16 + length * 9, { 'aria-hidden': true }];
  return side === 'left'
    ? { leftSection: sign, leftSectionWidth: width, leftSectionPointerEvents: 'none', leftSectionProps: props }
    : { rightSection: sign, rightSectionWidth: width, rightSectionPointerEvents: 'none', rightSectionProps: props };
}

const useTag = () => languages[useI18n().language].tag;

interface Refused {
  why: NumberFault;
  /** What an ambiguous text could mean, as it would be shown. */
  meanings: readonly string[];
  /** A text that is read in this language. */
  example: string;
  digits: number;
  min: string;
  max: string;
}

/** Why a number is refused, and how to write it. */
function explainRefused({ t, counted }: I18n, { why, meanings, example, digits, min, max }: Refused): string {
  const [one, other] = meanings;
  switch (why) {
    case 'ambiguous':
      return one !== undefined && other !== undefined ? t('number.ambiguous', { one, other }) : t('number.unclear', { example });
    case 'notANumber':
      return t('number.notANumber', { example });
    case 'decimals':
      return digits === 0 ? t('number.whole') : counted('number.decimals', digits);
    case 'negative':
      return t('number.negative');
    case 'tooSmall':
      return t('number.atLeast', { limit: min });
    case 'tooLarge':
      return t('number.atMost', { limit: max });
  }
}

interface AmountFieldProps extends NumberFieldProps {
  max?: number;
}

/** Money of the shop, in major units. */
export function AmountField({ max, ...props }: AmountFieldProps) {
  const i18n = useI18n();
  const tag = useTag();
  const { currency } = useSession().merchant;
  const minorOf = (value: number) => toMinor(value, currency) ?? 0n;
  const limit = max === undefined ? largestPriceIn(currency) : minorOf(max);
  const shown = (minor: bigint) => formatAmount(minor, tag, currency);
  const read = (text: string): Reading => {
    const amount = readAmount(text, { tag, currency, max: limit });
    if (amount.kind === 'empty') return amount;
    if (amount.kind === 'amount') {
      const { minor, value } = amount;
      return { kind: 'value', value, shown: shown(minor), said: formatMoney(minor, tag, currency) };
    }
    const sentence = explainRefused(i18n, {
      why: amount.why,
      meanings: (amount.meanings ?? []).map(shown),
      example: shown(minorOf(currencyDigits(currency) === 0 ? 1250 : 1250.5)),
      digits: currencyDigits(currency),
      min: shown(0n),
      max: shown(limit),
    });
    return { kind: 'refused', sentence };
  };
  return (
    <TypedField {...props} read={read} format={(value) => shown(minorOf(value))} inputMode="decimal" unit={currencySign(tag, currency)} />
  );
}

interface Bounds {
  min?: number;
  max?: number;
}

/** What fields of numbers that are no money have in common. */
function useNumbers(digits: number, example: number, { min = 0, max = 1_000_000_000 }: Bounds, sign = '') {
  const i18n = useI18n();
  const tag = useTag();
  const format = (value: number) => formatNumber(value, tag, digits);
  const readWith =
    (reader: (text: string, rules: { tag: string; min: number; max: number }) => TypedNumber) =>
    (text: string): Reading => {
      const typed = reader(text, { tag, min, max });
      if (typed.kind === 'empty') return typed;
      if (typed.kind === 'number')
        return { kind: 'value', value: typed.value, shown: format(typed.value), said: format(typed.value) + sign };
      const meanings = (typed.meanings ?? []).map(format);
      const refused = { why: typed.why, meanings, example: format(example), digits, min: format(min), max: format(max) };
      return { kind: 'refused', sentence: explainRefused(i18n, refused) };
    };
  return { format, readWith };
}

/** Whole pieces, points or days; the arrow keys count. */
export function QuantityField({ min, max, ...props }: NumberFieldProps & Bounds) {
  const { format, readWith } = useNumbers(0, 1_250, { min, max });
  return (
    <TypedField {...props} read={readWith(readQuantity)} format={format} inputMode={(min ?? 0) < 0 ? 'decimal' : 'numeric'} step={1} />
  );
}

export function PercentField({ min, max = 100, ...props }: NumberFieldProps & Bounds) {
  const { format, readWith } = useNumbers(percentDigits, 12.5, { min, max }, ' %');
  return <TypedField {...props} read={readWith(readPercent)} format={format} inputMode="decimal" unit={{ sign: '%', isBefore: false }} />;
}

/** A factor with several decimals: points for each unit of money, say. */
export function RateField({ digits, min, max, ...props }: NumberFieldProps & Bounds & { digits: number }) {
  const { format, readWith } = useNumbers(digits, 0.5, { min, max });
  const read = readWith((text, rules) => readDecimalNumber(text, { ...rules, digits }));
  return <TypedField {...props} read={read} format={format} inputMode="decimal" />;
}
