import type { Speech } from '../language/language.tsx';
import { TillhouseError } from '../session/api.ts';

/** What went wrong, for a person: the service’s own sentence, and the number by which its operator finds the rest. */
export function sentenceOf(error: unknown, t: Speech['t']): string {
  if (error instanceof TillhouseError) {
    if (error.status === 0) return t('app.noAnswer');
    // Which operation it was is for who programs against it.
    const said = error.message.replace(/^[A-Z]+ \S+: /, '');
    return error.status >= 500 && error.requestId !== undefined ? `${said} (${error.requestId})` : said;
  }
  return error instanceof Error ? error.message : String(error);
}

/** What was wrong with each field of a form, by the field's name. */
export function fieldsOf(error: unknown): Record<string, string> {
  if (!(error instanceof TillhouseError)) return {};
  return Object.fromEntries(error.details.map(({ field, message }) => [field, message]));
}
