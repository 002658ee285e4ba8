import type { Timestamp } from '../../core/clock.ts';

/** The kind and data of a mail, from which its text is composed. */
export type Message =
  | { kind: 'invitation'; merchant_name: string; inviter: string; link: string }
  /** `printed`: the lines of the receipt, for a monospaced font. */
  | { kind: 'receipt'; merchant_name: string; code: string; printed: readonly string[] }
  | { kind: 'password-reset'; link: string }
  /** To the address that the account had until now. */
  | { kind: 'email-changed'; email: string }
  /** `passkeys`: the number that were removed with it. `api_keys`: those of the user that still work. */
  | {
      kind: 'password-changed';
      how: 'reset' | 'changed';
      passkeys: number;
      api_keys: readonly ApiKey[];
      keys_page: string;
    }
  | ({ kind: 'api-key'; name: string; merchant_name: string; keys_page: string } & Moment)
  /** Written in its language already. */
  | {
      kind: 'weekly-report';
      subject: string;
      lines: string[];
      printed: readonly string[];
      links: readonly { label: string; address: string }[];
    }
  | ({ kind: 'new-device'; device: string | null; network: string } & Moment)
  | ({ kind: 'reset-link'; merchant_name: string; owner: string } & Moment);

/** The time of the event, and the zone in which it is shown. */
export interface Moment {
  at: Timestamp;
  timezone: string;
}

export interface ApiKey {
  name: string;
  merchant_name: string;
  created_at: Timestamp;
  timezone: string;
}

export interface MailText {
  subject: string;
  lines: string[];
  link?: string;
  /** Further links with names. */
  links?: readonly { label: string; address: string }[];
  /** Shown unchanged in a monospaced font. */
  printed?: readonly string[];
}
