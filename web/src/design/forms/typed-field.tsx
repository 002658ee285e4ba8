import { Text, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { isSameNumber } from '../../lib/numerals.ts';
import { useInputCheck } from './input-checks.tsx';
import { stepOf } from './number-rules.ts';

type InputProps = Pick<
  TextInputProps,
  | 'label'
  | 'aria-label'
  | 'description'
  | 'placeholder'
  | 'required'
  | 'disabled'
  | 'autoFocus'
  | 'maw'
  | 'w'
  | 'size'
  | 'className'
>;

export interface NumberFieldProps extends InputProps {
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
export type ReadResult =
  | { kind: 'empty' }
  | { kind: 'value'; value: number; shown: string; formatted: string }
  | { kind: 'rejected'; message: string };

interface Unit {
  /** The sign of a currency, or of a percentage. */
  sign: string;
  isBefore: boolean;
}

interface TypedFieldProps extends NumberFieldProps {
  read(text: string): ReadResult;
  /** Formats a number for the field. */
  format(value: number): string;
  inputMode: 'decimal' | 'numeric';
  unit?: Unit;
  /** Step of the arrow keys. */
  step?: number;
}

/** Delay after the last key before an error is shown, because the input may be incomplete. */
const pause_ms = 700;

const numberOf = (reading: ReadResult) => (reading.kind === 'value' ? reading.value : undefined);

/**
 * A number field. The typed text stays until the field loses focus. If the text was read as a different notation, the
 * result is shown below the field. Invalid text makes the field invalid, so the browser does not submit the form.
 */
export function TypedField({
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

  const rejection = reading.kind === 'rejected' ? reading.message : '';
  useEffect(() => input.current?.setCustomValidity(rejection), [input, rejection]);
  useInputCheck(() => {
    if (rejection === '') return true;
    setSettled(true);
    input.current?.focus();
    return false;
  });

  const type = (next: string) => {
    const now = read(next);
    setText(next);
    setSettled((was) => was && now.kind === 'rejected');
    onValue?.(numberOf(now));
  };
  const leave = () => {
    setSettled(true);
    if (reading.kind !== 'value') return;
    // Keep the result visible: if the form moved on blur, a click on a button would miss it.
    if (!isSameNumber(text, reading.shown)) confirm(reading.shown);
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
      if (reading.kind !== 'rejected') onEnter();
      return;
    }
    const by = step === undefined ? undefined : stepOf(event.key, step);
    if (by === undefined || reading.kind === 'rejected') return;
    event.preventDefault();
    const next = format((numberOf(reading) ?? 0) + by);
    if (read(next).kind === 'value') type(next);
  };

  const isRejected = rejection !== '' && (isSettled || paused === text);
  const isUnderstood = reading.kind === 'value' && (!isSameNumber(text, reading.shown) || confirmed === text);
  return (
    <TextInput
      {...inputProps}
      {...(unit === undefined ? {} : sectionOf(unit))}
      ref={input}
      inputMode={inputMode}
      autoComplete="off"
      value={text}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onPaste={() => setSettled(true)}
      onBlur={leave}
      onKeyDown={press}
      onInvalid={rejectInvalid}
      error={isRejected ? rejection : error}
      errorProps={isRejected ? { role: 'alert' } : {}}
      success={isUnderstood ? `= ${reading.formatted}` : undefined}
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

/** The currency or percent sign, with the width that it needs. */
function sectionOf({ sign, isBefore }: Unit): TextInputProps {
  const text = (
    <Text span size="sm" c="dimmed">
      {sign}
    </Text>
  );
  const [width, props] = [16 + sign.length * 9, { 'aria-hidden': true }];
  return isBefore
    ? { leftSection: text, leftSectionWidth: width, leftSectionPointerEvents: 'none', leftSectionProps: props }
    : { rightSection: text, rightSectionWidth: width, rightSectionPointerEvents: 'none', rightSectionProps: props };
}
