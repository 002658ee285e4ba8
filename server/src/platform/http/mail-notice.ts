import { type Language, readLanguage } from '../../core/language.ts';
import type { Request } from '../context/app.ts';
import { pageAddress } from './page-address.ts';

/**
 * The options of a mail that notifies a user of a change of their account, in the request's language; undefined without
 * a mail server.
 */
export function mailNoticeOf({ server, headers }: Request): Notice | undefined {
  const { config, secret } = server.services;
  if (config.mail === undefined) return undefined;
  return { secret, language: readLanguage(headers['accept-language']), pageOf: (path) => pageAddress(config, path) };
}

interface Notice {
  secret: string;
  language: Language;
  /** The public address of a page. */
  pageOf(path: string): string;
}
