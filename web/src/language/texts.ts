import type { TextName, Texts } from './en-audit.ts';

/** Names of texts with plural forms, without the suffix of the form. */
export type CountedName = { [Name in TextName]: Name extends `${infer Stem}_other` ? Stem : never }[TextName];

export interface Language {
  /** BCP 47 language tag. */
  tag: string;
  /** Name of the language in itself. */
  name: string;
  texts(): Promise<Texts>;
}

/**
 * To add a language, add its file and a line here. The build names the files in the page, and the service leaves the one
 * that its browser asks for, so that it is loaded beside the scripts.
 */
export const languages = {
  en: { tag: 'en', name: 'English', texts: async () => (await import('./en-audit.ts')).enWithAudit },
  id: { tag: 'id', name: 'Bahasa Indonesia', texts: async () => (await import('./id.ts')).id },
  de: { tag: 'de', name: 'Deutsch', texts: async () => (await import('./de.ts')).de },
} as const satisfies Record<string, Language>;

export type LanguageName = keyof typeof languages;

export type Values = Readonly<Record<string, string | number>>;

/** Replaces each `{name}` by its value. */
export const fill = (text: string, values: Values = {}): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));

/** The first of the user's preferred languages that has texts, or English. */
export function chooseLanguage(wanted: readonly string[]): LanguageName {
  for (const tag of wanted) {
    const name = tag.toLowerCase().split('-')[0] ?? '';
    if (name in languages) return name as LanguageName;
  }
  return 'en';
}
