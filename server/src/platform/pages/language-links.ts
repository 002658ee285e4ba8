/** A link that loads the texts of a language beside the scripts. The build writes one for each language. */
const link = /^ *<link [^>]*data-language="(\w+)"[^>]*>\n/gm;

/**
 * The page with the link of one language: the first that the browser accepts and that has texts, or English. A user who
 * has chosen another language loads it after the scripts.
 * @param accepted the header `Accept-Language`
 */
export function withOneLanguage(page: string, accepted = ''): string {
  const present = new Set([...page.matchAll(link)].map(([, language]) => language));
  const tags = accepted.split(',').map((tag) => tag.trim().toLowerCase().split(/[-;]/)[0]);
  const wanted = tags.find((tag) => present.has(tag)) ?? 'en';
  return page.replace(link, (text, language) => (language === wanted ? text : ''));
}
