import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { moneyFormat } from '../lib/money-format.ts';
import { readPreference, storePreference } from '../lib/preferences.ts';
import { en } from './en.ts';
import type { TextName, Texts } from './en-audit.ts';
import { type CountedName, chooseLanguage, fill, type LanguageName, languages, type Values } from './texts.ts';

export interface I18n {
  language: LanguageName;
  switchLanguage(language: LanguageName): void;
  /** A text in the page's language. */
  t(name: TextName, values?: Values): string;
  /** A text in the plural form for the count, with the formatted count as `{count}`. */
  counted(name: CountedName, count: number): string;
  number(value: number): string;
  /** A percentage with its sign: `+4.2 %`. */
  percent(value: number): string;
  money(amount: number, currency: string): string;
  /** Date and time in the time zone. */
  dateTime(iso: string, timeZone: string): string;
  /** Time of day in the time zone, with the date if it is more than half a day ago. */
  time(at: number, timeZone: string): string;
  /** Formats a day `2026-03-02`, or an hour of it: `2026-03-02T09:00`. */
  day(day: string): string;
}

const I18nContext = createContext<I18n | undefined>(undefined);

export function useI18n(): I18n {
  const i18n = use(I18nContext);
  if (i18n === undefined) throw new Error('useI18n needs a LanguageProvider above it');
  return i18n;
}

const isLanguage = (name: string | undefined): name is LanguageName => name !== undefined && name in languages;

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState<LanguageName>(() => {
    const stored = readPreference('language');
    return isLanguage(stored) ? stored : chooseLanguage(navigator.languages);
  });
  const [loaded, setLoaded] = useState<{ language: LanguageName; texts: Texts }>({
    language: 'en',
    texts: en as Texts,
  });
  useEffect(() => {
    let isWanted = true;
    void languages[language].texts().then((texts) => isWanted && setLoaded({ language, texts }));
    document.documentElement.lang = language;
    return () => {
      isWanted = false;
    };
  }, [language]);
  const i18n = useMemo(
    () =>
      createI18n(loaded.language, loaded.texts, (next) => {
        storePreference('language', next);
        setLanguage(next);
      }),
    [loaded],
  );
  // Render nothing until the texts are loaded, or screen readers would read the page twice.
  if (loaded.language !== language && loaded.language === 'en') return null;
  return <I18nContext value={i18n}>{children}</I18nContext>;
}

const half_day_ms = 43_200_000;

function createI18n(language: LanguageName, texts: Texts, switchLanguage: I18n['switchLanguage']): I18n {
  const { tag } = languages[language];
  const plural = new Intl.PluralRules(tag);
  const numbers = new Intl.NumberFormat(tag);
  const percents = new Intl.NumberFormat(tag, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  const days = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const moments = new Map<string, Intl.DateTimeFormat>();
  const cached = <Made,>(made: Map<string, Made>, key: string, make: () => Made): Made => {
    const found = made.get(key) ?? make();
    made.set(key, found);
    return found;
  };
  return {
    language,
    switchLanguage,
    t: (name, values) => fill(texts[name], values),
    counted(name, count) {
      const form = `${name}_${plural.select(count)}` as TextName;
      return fill(texts[form] ?? texts[`${name}_other` as TextName], { count: numbers.format(count) });
    },
    number: (value) => numbers.format(value),
    percent: (value) => percents.format(value / 100),
    money: (amount, currency) => moneyFormat(tag, currency).format(amount),
    dateTime: (iso, timeZone) =>
      cached(
        moments,
        timeZone,
        () => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
      ).format(new Date(iso)),
    time: (at, timeZone) =>
      new Date(at).toLocaleString(tag, {
        timeStyle: 'short',
        timeZone,
        ...(Date.now() - at > half_day_ms ? { dateStyle: 'short' } : {}),
      }),
    day: (day) => (day.includes('T') ? day.slice(11) : days.format(new Date(`${day}T00:00:00Z`))),
  };
}
