import { Text, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { currencyDigits, toMinor } from '@tillhouse/core/money';
import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { type I18n, useI18n } from '../language/i18n.tsx';
import { languages } from '../language/texts.ts';
import { currencySign, formatAmount, formatMoney, largestPriceIn, readAmount } from '../lib/amounts.ts';
import { isSameNumber } from '../lib/numerals.ts';
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

type InputProps = Pick<
  TextInputProps,
  'label' | 'aria-label' | 'description' | 'placeholder' | 'required' | 'disabled' | 'maw' | 'w' | 'size' | 'className'
>;

interface NumberFieldProps extends InputProps {
  /** Field name in the form data. The value there is a JSON number, or ''. */
  name?: string;
  defaultValue?: number | null | undefined;
  /** Controlled value. The typed text is kept as long as it means the same number. */
  value?: number | undefined;
  /** Error message of the service. */
  error?: string | undefined;
  'data-autofocus'?: true | undefined;
  inputRef?: RefObject<HTMLInputElement | null>;
  /** Called on Enter if the text is valid or empty. */
  onEnter?(): void;
  /** Called with the number, or with `undefined` if the text is empty or invalid. */
  onValue?(value: number | undefined): void;
}

/** Result of reading the text: empty, a number with its formatted text, or an error message. */
type ReadResult =
  | { kind: 'empty' }
  | { kind: 'value'; value: number; shown: string; said: string }
  | { kind: 'refused'; sentence: string };

interface TypedFieldProps extends NumberFieldProps {
  read(text: string): ReadResult;
  /** Formats a number for the field. */
  format(value: number): string;
  inputMode: 'decimal' | 'numeric';
  unit?: { sign: string; isBefore: boolean };
  /** Step of the arrow keys. */
  step?: number;
}

/** Delay after the last key before an error is shown, because the input may be incomplete. */
const pause_ms = 700;

const numberOf = (reading: ReadResult) => (reading.kind === 'value' ? reading.value : undefined);

/**
 * A number field. The typed text stays until the field loses focus. If the text was read as a different notation, the result is shown
 * below the field. Invalid text makes the field invalid, so the browser does not submit the form.
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
  ...inputProps
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
    // Keep the result visible: if the form moved on blur, a click on a button would miss it.
    if (!isSameNumber(text.trim(), reading.shown)) confirm(reading.shown);
    setText(reading.shown);
  };
  const rejectInvalid = (event: FormEvent<HTMLInputElement>) => {
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
  const isUnderstood = reading.kind === 'value' && (!isSameNumber(text.trim(), reading.shown) || confirmed === text);
  const sign = unit !== undefined && (
    <Text span size="sm" c="dimmed">
      {unit.sign}
    </Text>
  );
  const side = unit?.isBefore === false ? 'right' : 'left';
  return (
    <TextInput
      {...inputProps}
      {...(sign === false ? {} : sectionOf(side, sign, unit?.sign.length ?? 1))}
      ref={input}
      inputMode={inputMode}
      autoComplete="off"
      value={text}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onPaste={() => setSettled(true)}
      onBlur={leave}
      onKeyDown={press}
      onInvalid={rejectInvalid}
      error={isRefused ? refused : error}
      errorProps={isRefused ? { role: 'alert' } : {}}
      success={isUnderstood ? `= ${reading.said}` : undefined}
      successProps={{ c: 'dimmed', className: 'figures', role: 'status' }}
      withSuccessStyles={false}
      inputContainer={(field) => (
        <>
          {field}
          {name !== undefined && (
            <input type="hidden" name={name} value={numberOf(reading) ?? ''} disabled={inputProps.disabled} />
          )}
        </>
      )}
    />
  );
}

/** Reserves the width of the currency or percent sign. */
function sectionOf(side: 'left' | 'right', sign: ReactNode, length: number): TextInputProps {
  const [width, props] = [16 + length * 9, { 'aria-hidden': true }];
  return side === 'left'
    ? { leftSection: sign, leftSectionWidth: width, leftSectionPointerEvents: 'none', leftSectionProps: props }
    : { rightSection: sign, rightSectionWidth: width, rightSectionPointerEvents: 'none', rightSectionProps: props };
}

const useTag = () => languages[useI18n().language].tag;

interface Refused {
  why: NumberFault;
  /** Possible readings of an ambiguous text, formatted. */
  meanings: readonly string[];
  /** A correct input in this language. */
  example: string;
  digits: number;
  min: string;
  max: string;
}

/** Says why a number is rejected, and how to type it. */
function explainRefused({ t, counted }: I18n, { why, meanings, example, digits, min, max }: Refused): string {
  const [one, other] = meanings;
  switch (why) {
    case 'ambiguous':
      return one !== undefined && other !== undefined
        ? t('number.ambiguous', { one, other })
        : t('number.unclear', { example });
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

/** Field for an amount in the shop's currency, in major units. */
export function AmountField({ max, ...props }: AmountFieldProps) {
  const i18n = useI18n();
  const tag = useTag();
  const { currency } = useSession().merchant;
  const minorOf = (value: number) => toMinor(value, currency) ?? 0n;
  const limit = max === undefined ? largestPriceIn(currency) : minorOf(max);
  const shown = (minor: bigint) => formatAmount(minor, tag, currency);
  const read = (text: string): ReadResult => {
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
    <TypedField
      {...props}
      read={read}
      format={(value) => shown(minorOf(value))}
      inputMode="decimal"
      unit={currencySign(tag, currency)}
    />
  );
}

interface Bounds {
  min?: number;
  max?: number;
}

/** Shared by the fields for numbers that are not amounts of money. */
function useNumbers(digits: number, example: number, { min = 0, max = 1_000_000_000 }: Bounds, sign = '') {
  const i18n = useI18n();
  const tag = useTag();
  const format = (value: number) => formatNumber(value, tag, digits);
  const readWith =
    (reader: (text: string, rules: { tag: string; min: number; max: number }) => TypedNumber) =>
    (text: string): ReadResult => {
      const typed = reader(text, { tag, min, max });
      if (typed.kind === 'empty') return typed;
      if (typed.kind === 'number')
        return { kind: 'value', value: typed.value, shown: format(typed.value), said: format(typed.value) + sign };
      const meanings = (typed.meanings ?? []).map(format);
      const refused = {
        why: typed.why,
        meanings,
        example: format(example),
        digits,
        min: format(min),
        max: format(max),
      };
      return { kind: 'refused', sentence: explainRefused(i18n, refused) };
    };
  return { format, readWith };
}

/** Field for whole numbers such as pieces, points or days. The arrow keys change the value. */
export function QuantityField({ min, max, ...props }: NumberFieldProps & Bounds) {
  const { format, readWith } = useNumbers(0, 1_250, { min, max });
  return (
    <TypedField
      {...props}
      read={readWith(readQuantity)}
      format={format}
      inputMode={(min ?? 0) < 0 ? 'decimal' : 'numeric'}
      step={1}
    />
  );
}

export function PercentField({ min, max = 100, ...props }: NumberFieldProps & Bounds) {
  const { format, readWith } = useNumbers(percentDigits, 12.5, { min, max }, ' %');
  return (
    <TypedField
      {...props}
      read={readWith(readPercent)}
      format={format}
      inputMode="decimal"
      unit={{ sign: '%', isBefore: false }}
    />
  );
}

/** Field for a factor with several decimals, for example points for each unit of currency. */
export function RateField({ digits, min, max, ...props }: NumberFieldProps & Bounds & { digits: number }) {
  const { format, readWith } = useNumbers(digits, 0.5, { min, max });
  const read = readWith((text, rules) => readDecimalNumber(text, { ...rules, digits }));
  return <TypedField {...props} read={read} format={format} inputMode="decimal" />;
}
