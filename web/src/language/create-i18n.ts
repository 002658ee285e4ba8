import { moneyFormat } from '../lib/money-format.ts';
import type { TextName, Texts } from './en-audit.ts';
import { type CountedName, fill, type LanguageName, languages, type Values } from './texts.ts';

export interface I18n {
  language: LanguageName;
  switchLanguage(language: LanguageName): void;
  /** A text in the page's language. */
  t(name: TextName, values?: Values): string;
  /** Whether there is a text of this name. For names made of a value of the service, which may be newer than the pages. */
  isText(name: string): name is TextName;
  /** A text in the plural form for the count, with the formatted count as `{count}`. */
  counted(name: CountedName, count: number): string;
  number(value: number): string;
  /** A percentage with its sign: `+4.2 %`. */
  percent(value: number): string;
  /** A part of a whole in percent, always with one decimal, so that they stand below each other: `4.2 %`. */
  share(value: number): string;
  money(amount: number, currency: string): string;
  /** Date and time in the time zone. */
  dateTime(iso: string, timeZone: string): string;
  /** Date and time in a list: without the year, if it is this year. */
  moment(iso: string, timeZone: string): string;
  /** Time of day in the time zone, with the date if it is more than half a day ago. */
  time(at: number, timeZone: string): string;
  /** Formats a day `2026-03-02`, or an hour of it: `2026-03-02T09:00`. */
  day(day: string): string;
  /** Formats a day with its year. */
  date(day: string): string;
  /** Formats the month of a day, with its year. */
  month(day: string): string;
  /** The day of the week of `2026-03-02`. */
  weekday(day: string): string;
  /** The name of a day of the week: 1 is Monday. */
  weekdayName(number: number, isShort?: boolean): string;
}

const half_day_ms = 43_200_000;

/** The texts, numbers, amounts and times in a language. */
export function createI18n(language: LanguageName, texts: Texts, switchLanguage: I18n['switchLanguage']): I18n {
  const { tag } = languages[language];
  const plural = new Intl.PluralRules(tag);
  const numbers = new Intl.NumberFormat(tag);
  const percents = new Intl.NumberFormat(tag, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  const shares = new Intl.NumberFormat(tag, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const days = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const dates = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' });
  const months = new Intl.DateTimeFormat(tag, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  const weekdays = new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' });
  const shortWeekdays = new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' });
  const moments = new Map<string, Intl.DateTimeFormat>();
  const momentsOfYear = new Map<string, Intl.DateTimeFormat>();
  const years = new Map<string, Intl.DateTimeFormat>();
  const cached = <Made>(made: Map<string, Made>, key: string, make: () => Made): Made => {
    const found = made.get(key) ?? make();
    made.set(key, found);
    return found;
  };
  const startOf = (day: string) => new Date(`${day}T00:00:00Z`);
  const dateTime: I18n['dateTime'] = (iso, timeZone) =>
    cached(
      moments,
      timeZone,
      () => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
    ).format(new Date(iso));
  return {
    language,
    switchLanguage,
    t: (name, values) => fill(texts[name], values),
    isText: (name): name is TextName => Object.hasOwn(texts, name),
    counted(name, count) {
      const form = `${name}_${plural.select(count)}` as TextName;
      return fill(texts[form] ?? texts[`${name}_other` as TextName], { count: numbers.format(count) });
    },
    number: (value) => numbers.format(value),
    percent: (value) => percents.format(value / 100),
    share: (value) => shares.format(value / 100),
    money: (amount, currency) => moneyFormat(tag, currency).format(amount),
    dateTime,
    moment(iso, timeZone) {
      const at = new Date(iso);
      const year = cached(years, timeZone, () => new Intl.DateTimeFormat('en', { year: 'numeric', timeZone }));
      if (year.format(at) !== year.format(Date.now())) return dateTime(iso, timeZone);
      return cached(
        momentsOfYear,
        timeZone,
        () =>
          new Intl.DateTimeFormat(tag, {
            day: 'numeric',
            month: 'short',
            hour: 'numeric',
            minute: '2-digit',
            timeZone,
          }),
      ).format(at);
    },
    time: (at, timeZone) =>
      new Date(at).toLocaleString(tag, {
        timeStyle: 'short',
        timeZone,
        ...(Date.now() - at > half_day_ms ? { dateStyle: 'short' } : {}),
      }),
    day: (day) => (day.includes('T') ? day.slice(11) : days.format(startOf(day))),
    date: (day) => dates.format(startOf(day)),
    month: (day) => months.format(startOf(day)),
    weekday: (day) => weekdays.format(startOf(day)),
    // The first of January 2024 was a Monday.
    weekdayName: (number, isShort = false) => (isShort ? shortWeekdays : weekdays).format(Date.UTC(2024, 0, number)),
  };
}
