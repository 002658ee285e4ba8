import { type Environment, oneOf, text, wrong } from './environment.ts';

/** Settings of people: who comes in, with which passwords, and how mail reaches them. */

export interface MailSettings {
  /** With the password, so never shown. */
  smtp_url: string;
  from: string;
}

/** @throws Error naming the variable */
export function readMail(env: Environment): MailSettings | undefined {
  const smtp_url = text(env, 'SMTP_URL');
  const from = text(env, 'MAIL_FROM');
  if (smtp_url === undefined) {
    if (from !== undefined) throw wrong('MAIL_FROM', 'is of no use without SMTP_URL');
    return undefined;
  }
  if (!/^smtps?:$/.test(URL.parse(smtp_url)?.protocol ?? '')) throw wrong('SMTP_URL', 'must begin with smtp:// or smtps://');
  if (from === undefined) throw wrong('MAIL_FROM', 'is missing: mail servers want to know who sends');
  if (!/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/.test(from)) throw wrong('MAIL_FROM', 'must be an address, or “Name <address>”');
  return { smtp_url, from };
}

export const registrations = ['open', 'first', 'closed'] as const;
export type Registration = (typeof registrations)[number];

/** Whether new people may open shops: all, only the first, none. */
export const readRegistration = (env: Environment): Registration => oneOf(env, 'REGISTRATION', registrations);

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host);

/** Whether passwords that are guessed first may be chosen: by default as long as only this machine reaches the service. */
export function allowsCommonPasswords(env: Environment): boolean {
  const isReachable = !isLoopback(text(env, 'HOST') ?? '127.0.0.1') || text(env, 'PUBLIC_URL') !== undefined;
  return oneOf(env, 'COMMON_PASSWORDS', isReachable ? ['refuse', 'allow'] : ['allow', 'refuse']) === 'allow';
}
