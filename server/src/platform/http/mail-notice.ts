import { type Language, readLanguage } from '../../core/language.ts';
import type { Request } from '../context/app.ts';

/**
 * The options of a mail that notifies a user of a change of their account, in the request's language; undefined without
 * a mail server.
 */
export function mailNoticeOf({ server, headers }: Request): { secret: string; language: Language } | undefined {
  const { config, secret } = server.services;
  return config.mail === undefined ? undefined : { secret, language: readLanguage(headers['accept-language']) };
}
