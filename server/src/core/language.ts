export const languages = ['en', 'id', 'de'] as const;
export type Language = (typeof languages)[number];

/** A text in each language. */
export type Texts = readonly [en: string, id: string, de: string];
/** The place of each language in `Texts`. */
export const placeOf: Record<Language, 0 | 1 | 2> = { en: 0, id: 1, de: 2 };

/** The first language of an Accept-Language header for which there are texts; English if there is none. */
export function readLanguage(header: string | undefined): Language {
  for (const part of (header ?? '').slice(0, 200).split(',')) {
    const name = part.trim().slice(0, 2).toLowerCase();
    const known = languages.find((language) => language === name);
    if (known !== undefined) return known;
  }
  return 'en';
}
