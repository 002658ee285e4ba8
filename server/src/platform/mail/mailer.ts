import type { Transporter } from 'nodemailer';
import type { MailSettings } from '../config/people-config.ts';

export interface Attachment {
  file_name: string;
  media_type: string;
  base64: string;
}

export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  attachment?: Attachment;
}

/** `isFinal`: the server rejects this mail, so retries are useless. */
export type MailOutcome = { isSent: true } | { isSent: false; isFinal: boolean; reason: string };

export interface Mailer {
  send(mail: Mail): Promise<MailOutcome>;
}

/** For a whole attempt: a mail server that answers a little at a time is never silent. */
const attempt_ms = 2 * 60 * 1_000;
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 };

/** Sends mail through an SMTP server. The library is loaded with the first mail. */
export function openMailer({ smtp_url, from }: MailSettings, within_ms = attempt_ms): Mailer {
  let transporter: Promise<Transporter> | undefined;
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ url: smtp_url, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
  };
  return {
    async send({ to, subject, text, html, attachment }) {
      try {
        transporter ??= open();
        const attachments = attachment === undefined ? [] : [attachmentOf(attachment)];
        // As an object, the text is always one address.
        const mail = { from, to: { name: '', address: to }, subject, text, html, attachments };
        await settledWithin((await transporter).sendMail(mail), within_ms);
        return { isSent: true };
      } catch (error) {
        return toOutcome(error);
      }
    },
  };
}

/** @throws Error with the code ETIMEDOUT if the work takes longer */
async function settledWithin(work: Promise<unknown>, within_ms: number): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(Object.assign(new Error('the mail server takes too long'), { code: 'ETIMEDOUT' })),
    within_ms,
  );
  try {
    await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const attachmentOf = ({ file_name, media_type, base64 }: Attachment) => ({
  ...{ filename: file_name, contentType: media_type, content: base64 },
  encoding: 'base64' as const,
});

interface SmtpError {
  responseCode?: number;
  command?: string;
  code?: string;
}

function toOutcome(error: unknown): MailOutcome {
  const { responseCode, command, code } = (error ?? {}) as SmtpError;
  // A rejected password is an error of the configuration, which the operator can correct. So it is not final.
  const isFinal =
    responseCode !== undefined && responseCode >= 500 && !/^(AUTH|CONN)/.test(command ?? '') && code !== 'EAUTH';
  const reason =
    responseCode === undefined
      ? `The mail server could not be reached${code === undefined ? '' : ` (${code})`}`
      : `The mail server answered ${responseCode}`;
  return { isSent: false, isFinal, reason };
}
