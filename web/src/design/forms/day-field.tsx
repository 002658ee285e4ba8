import { ActionIcon, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useI18n } from '../../language/i18n.tsx';
import { languages } from '../../language/texts.ts';
import { Icon } from '../icons.tsx';
import { boundBeyond, dayPattern, readTypedDay, stepOf, writeDay } from './day-rules.ts';
import './day-field.css';

interface DayFieldProps {
  label: string;
  value: string | undefined;
  earliest?: string | undefined;
  latest?: string | undefined;
  onChoose(day: string | undefined): void;
}

/**
 * A date in the format of the page's language, which the browser's own field does not follow. It is typed, changed by
 * the arrow keys, or chosen in the browser's calendar. What is incomplete, wrong or out of bounds is not applied.
 */
export function DayField({ label, value, earliest, latest, onChoose }: DayFieldProps) {
  const { t, date, language } = useI18n();
  const { tag } = languages[language];
  const shown = value === undefined ? '' : writeDay(value, tag);
  const [typed, setTyped] = useState(shown);
  const [isLeft, setLeft] = useState(true);
  const sent = useRef(value);
  const calendar = useRef<HTMLInputElement>(null);
  // Another day from outside, or another language, replaces what was typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text follows the day, and not itself.
  useEffect(() => {
    if (value !== sent.current || isLeft) setTyped(shown);
    sent.current = value;
  }, [shown]);
  const day = readTypedDay(typed, tag);
  const beyond = day === undefined ? undefined : boundBeyond(day, { earliest, latest });
  const isWrong = typed.trim() !== '' && day === undefined;
  const errorOf = () => {
    if (beyond === 'earliest') return t('days.notBefore', { day: date(earliest ?? '') });
    if (beyond === 'latest') return t('days.notAfter', { day: date(latest ?? '') });
    return isWrong && isLeft ? t('days.wrong', { example: writeDay('2026-12-31', tag) }) : undefined;
  };
  const apply = (next: string | undefined) => {
    sent.current = next;
    if (next !== value) onChoose(next);
  };
  const type = (text: string) => {
    setTyped(text);
    const next = readTypedDay(text, tag);
    if (text.trim() === '') apply(undefined);
    else if (next !== undefined && boundBeyond(next, { earliest, latest }) === undefined) apply(next);
  };
  const choose = (next: string) => type(next === '' ? '' : writeDay(next, tag));
  const step = (event: KeyboardEvent<HTMLInputElement>) => {
    const next = stepOf(event.key, day, { earliest, latest });
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
  };
  return (
    <div className="day-field">
      <TextInput
        label={label}
        value={typed}
        placeholder={dayPattern(tag, { year: t('days.year'), month: t('days.month'), day: t('days.day') })}
        autoComplete="off"
        error={errorOf()}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={step}
        onFocus={() => setLeft(false)}
        onBlur={() => {
          setLeft(true);
          if (day !== undefined) setTyped(writeDay(day, tag));
        }}
        rightSection={
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('days.calendar')}
            onClick={() => calendar.current?.showPicker()}
          >
            <Icon name="calendar" />
          </ActionIcon>
        }
      />
      <input
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        value={day ?? ''}
        min={earliest}
        max={latest}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
    </div>
  );
}
