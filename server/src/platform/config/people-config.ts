import { type Environment, oneOf, text, wholeNumber, wrong } from './environment.ts';

/** Settings for registration, passwords, sign-in and mail. */

export interface MailSettings {
  /** Contains the password, so it is never logged. */
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
  if (!/^smtps?:$/.test(URL.parse(smtp_url)?.protocol ?? ''))
    throw wrong('SMTP_URL', 'must begin with smtp:// or smtps://');
  if (from === undefined) throw wrong('MAIL_FROM', 'is missing: mail servers want to know who sends');
  if (!/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/.test(from))
    throw wrong('MAIL_FROM', 'must be an address, or “Name <address>”');
  return { smtp_url, from };
}

export const registrations = ['open', 'first', 'closed'] as const;
export type Registration = (typeof registrations)[number];

/** Who may register: all, only the first user, or none. */
export const readRegistration = (env: Environment): Registration => oneOf(env, 'REGISTRATION', registrations);

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host);

/** Whether common passwords are allowed: by default while only this machine reaches the service. */
export function allowsCommonPasswords(env: Environment): boolean {
  const isReachable = !isLoopback(text(env, 'HOST') ?? '127.0.0.1') || text(env, 'PUBLIC_URL') !== undefined;
  return oneOf(env, 'COMMON_PASSWORDS', isReachable ? ['refuse', 'allow'] : ['allow', 'refuse']) === 'allow';
}

/** The limits for failed sign-ins. */
export interface SignInLimits {
  /** Failed attempts of one network address within 15 minutes, for all accounts; 0 turns this limit off. */
  readonly failures_per_address: number;
  /** Failed attempts at one account, all unknown devices together, after which each further one has to wait. */
  readonly delay_after: number;
  /** The longest wait in seconds; 0 turns the delay off. */
  readonly longest_delay_s: number;
}

export const readSignInLimits = (env: Environment): SignInLimits =>
  Object.freeze({
    failures_per_address: wholeNumber(env, 'SIGN_IN_FAILURES_PER_ADDRESS', { fallback: 30, least: 0, most: 1_000_000 }),
    delay_after: wholeNumber(env, 'SIGN_IN_DELAY_AFTER', { fallback: 10, least: 1, most: 1_000 }),
    longest_delay_s: wholeNumber(env, 'SIGN_IN_LONGEST_DELAY', { fallback: 900, least: 0, most: 86_400 }),
  });
