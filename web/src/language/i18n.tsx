import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { readPreference, storePreference } from '../lib/preferences.ts';
import { createI18n, type I18n } from './create-i18n.ts';
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

/** The texts of a language, which have been loaded. */
export interface LoadedTexts {
  language: LanguageName;
  texts: Texts;
}

/** Loads the texts in the stored language, or else in the first of the browser's that has texts. */
export async function loadTexts(): Promise<LoadedTexts> {
  const stored = readPreference('language');
  const language = isLanguage(stored) ? stored : chooseLanguage(navigator.languages);
  return { language, texts: await languages[language].texts() };
}

interface LanguageProviderProps {
  first: LoadedTexts;
  children: ReactNode;
}

export function LanguageProvider({ first, children }: LanguageProviderProps) {
  const [language, setLanguage] = useState<LanguageName>(first.language);
  const [loaded, setLoaded] = useState(first);
  useEffect(() => {
    let isWanted = true;
    // Those of the language of the first render are there: to set them again would render everything twice.
    const show = (texts: Texts) => setLoaded((before) => (before.language === language ? before : { language, texts }));
    void languages[language].texts().then((texts) => isWanted && show(texts));
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
  return <I18nContext value={i18n}>{children}</I18nContext>;
}
