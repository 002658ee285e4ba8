import type { Language } from '../../core/language.ts';

/** A link that loads the texts of a language beside the scripts. The build writes one for each language. */
const link = /^ *<link [^>]*data-language="(\w+)"[^>]*>\n/gm;

/** The page with the link of one language. A user who has chosen another one loads it after the scripts. */
export const withTextsOf = (language: Language, page: string): string =>
  page.replace(link, (text, of) => (of === language ? text : ''));
