import { en } from './en.ts';
import type { enWithAudit } from './en-audit.ts';

export type TextName = keyof typeof enWithAudit;

/** A language: each text of the English one, in its words. */
export type Texts = Readonly<Record<TextName, string>>;

/** Texts that come in several forms, by what they are called without the form. */
export type CountedName = { [Name in TextName]: Name extends `${infer Stem}_other` ? Stem : never }[TextName];

export interface Language {
  /** BCP 47. */
  tag: string;
  /** In its own words. */
  name: string;
  texts(): Promise<Texts>;
}

/** A third language is one file more, and a line here. */
export const languages = {
  en: { tag: 'en', name: 'English', texts: async () => en as Texts },
  id: { tag: 'id', name: 'Bahasa Indonesia', texts: async () => (await import('./id.ts')).id },
} as const satisfies Record<string, Language>;

export type LanguageName = keyof typeof languages;

export type Values = Readonly<Record<string, string | number>>;

/** Puts values where the text names them. */
export const fill = (text: string, values: Values = {}): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));

/** The first of a person's languages that there are texts in. */
export function chooseLanguage(wanted: readonly string[]): LanguageName {
  for (const tag of wanted) {
    const name = tag.toLowerCase().split('-')[0] ?? '';
    if (name in languages) return name as LanguageName;
  }
  return 'en';
}
