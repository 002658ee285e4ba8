import { type Language, readLanguage } from '../../core/language.ts';
import type { Request } from '../context/app.ts';

/** With what a person is told by mail of what happened to the account, in the language of the request; undefined without a mail server. */
export function mailNoticeOf({ server, headers }: Request): { secret: string; language: Language } | undefined {
  const { config, secret } = server.services;
  return config.mail === undefined ? undefined : { secret, language: readLanguage(headers['accept-language']) };
}
