import type { I18n } from '../language/i18n.tsx';
import type { NameOfLine } from '../lib/error-messages.ts';
import { TillhouseError } from '../session/api.ts';
import { errorMessages } from '../session/error-messages.ts';

/**
 * What went wrong, for a person, in the page's language, and the number by which the service's operator finds the rest.
 * @param nameOf names a line of a sale: with it a shortage of stock says which product is short
 */
export function sentenceOf(error: unknown, t: I18n['t'], nameOf?: NameOfLine): string {
  if (error instanceof TillhouseError) {
    if (error.status === 0) return t('app.noAnswer');
    // Which operation it was is for who programs against it.
    const message = error.message.replace(/^[A-Z]+ \S+: /, '');
    const { code, details, retry_after_s } = error;
    const said =
      errorMessages()?.errorMessage({ code, message, details, retry_after_s }, document.documentElement.lang, t, nameOf) ?? message;
    return error.status >= 500 && error.requestId !== undefined ? `${said} (${error.requestId})` : said;
  }
  return error instanceof Error ? error.message : String(error);
}

/** What was wrong with each field of a form, by the field's name; as the service says it where no texts are given. */
export function fieldsOf(error: unknown, t?: I18n['t']): Record<string, string> {
  if (!(error instanceof TillhouseError)) return {};
  const texts = errorMessages();
  const said = (message: string) => (t === undefined ? message : (texts?.fieldMessage(message, t) ?? message));
  return Object.fromEntries(error.details.map(({ field, message }) => [field, said(message)]));
}
