import type { NameOfLine } from '../language/error-messages.ts';
import type { I18n } from '../language/i18n.tsx';
import { TillhouseError } from './api.ts';
import { errorMessages } from './error-messages.ts';

/**
 * The error message in the page's language. For a server error it includes the request id, which finds the error in the
 * service's log.
 * @param nameOf names a line of a sale, so that a stock shortage names the product
 */
export function errorText(error: unknown, t: I18n['t'], nameOf?: NameOfLine): string {
  if (error instanceof TillhouseError) {
    if (error.status === 0) return t('app.noAnswer');
    // The client puts method and path before the message; only developers need them.
    const message = error.message.replace(/^[A-Z]+ \S+: /, '');
    const { code, details, retry_after_s } = error;
    const text =
      errorMessages()?.errorMessage(
        { code, message, details, retry_after_s },
        document.documentElement.lang,
        t,
        nameOf,
      ) ?? message;
    return error.status >= 500 && error.requestId !== undefined ? `${text} (${error.requestId})` : text;
  }
  return error instanceof Error ? error.message : String(error);
}

/** Error messages by field name. They are translated if `t` is given. */
export function fieldErrors(error: unknown, t?: I18n['t']): Record<string, string> {
  if (!(error instanceof TillhouseError)) return {};
  const texts = errorMessages();
  const translate = (message: string) =>
    t === undefined ? message : (texts?.fieldMessage(message, t, document.documentElement.lang) ?? message);
  return Object.fromEntries(error.details.map(({ field, message }) => [field, translate(message)]));
}

/** The message of a row of a file, in the page's language once `loadErrorMessages` has ended. */
export const rowText = (message: string, t: I18n['t']): string =>
  errorMessages()?.rowMessage(message, t, document.documentElement.lang) ?? message;

/** The same for `row 3: …`, the form that a check of a file gives. */
export const rowErrorText = (error: string, t: I18n['t']): string =>
  errorMessages()?.rowError(error, t, document.documentElement.lang) ?? error;
