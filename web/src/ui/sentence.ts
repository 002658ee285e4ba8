import type { Speech } from '../language/language.tsx';
import { type NameOfLine, sayOfField, sayRefusal } from '../lib/refusals.ts';
import { TillhouseError } from '../session/api.ts';

/**
 * What went wrong, for a person, in the page's language, and the number by which the service's operator finds the rest.
 * @param nameOf names a line of a sale: with it a shortage of stock says which product is short
 */
export function sentenceOf(error: unknown, t: Speech['t'], nameOf?: NameOfLine): string {
  if (error instanceof TillhouseError) {
    if (error.status === 0) return t('app.noAnswer');
    // Which operation it was is for who programs against it.
    const message = error.message.replace(/^[A-Z]+ \S+: /, '');
    const { code, details, retry_after_s } = error;
    const said = sayRefusal({ code, message, details, retry_after_s }, document.documentElement.lang, t, nameOf);
    return error.status >= 500 && error.requestId !== undefined ? `${said} (${error.requestId})` : said;
  }
  return error instanceof Error ? error.message : String(error);
}

/** What was wrong with each field of a form, by the field's name; as the service says it where no texts are given. */
export function fieldsOf(error: unknown, t?: Speech['t']): Record<string, string> {
  if (!(error instanceof TillhouseError)) return {};
  return Object.fromEntries(error.details.map(({ field, message }) => [field, t === undefined ? message : sayOfField(message, t)]));
}
