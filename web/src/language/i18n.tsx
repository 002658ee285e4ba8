import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { readPreference, storePreference } from '../lib/preferences.ts';
import { createI18n, type I18n } from './create-i18n.ts';
import { en } from './en.ts';
import type { Texts } from './en-audit.ts';
import { chooseLanguage, type LanguageName, languages } from './texts.ts';

export type { I18n };

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
