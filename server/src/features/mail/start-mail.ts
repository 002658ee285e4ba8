import type { Clock, Timestamp } from '../../core/clock.ts';
import type { Database } from '../../platform/database/handle.ts';
import { claimMail, type DueMail, deleteOldMails, finishMail, rescheduleMail } from './queries.ts';
import { unseal } from './seal.ts';
import { attempts_at_most, retryAfter } from './text-rules.ts';

interface Outgoing {
  to: string;
  subject: string;
  text: string;
  html: string;
  attachment?: { file_name: string; media_type: string; base64: string };
}

type Outcome = { isSent: true } | { isSent: false; isFinal: boolean; reason: string };

export interface MailServices {
  database: Database;
  clock: Clock;
  secret: string;
  mailer: { send(mail: Outgoing): Promise<Outcome> };
}

interface Log {
  warn(fields: object, message: string): void;
}

const poll_interval_ms = 1_000;
/** Longer than an attempt can take: the mail server has a shorter timeout. */
const lease_ms = 5 * 60 * 1_000;
const retention_ms = 7 * 24 * 60 * 60 * 1_000;
const polls_per_prune = 3_600;

const later = (now: Timestamp, ms: number): Timestamp => new Date(Date.parse(now) + ms).toISOString();

/**
 * Sends queued mails one after another until it is stopped. Holds no database connection while it waits for the mail
 * server.
 */
export function startMail(services: MailServices, log: Log) {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let polls = 0;

  async function sendDueMails(): Promise<void> {
    const { database, clock } = services;
    if (polls++ % polls_per_prune === 0) await deleteOldMails(database.global, later(clock.now(), -retention_ms));
    while (!isStopped) {
      const now = clock.now();
      const mail = await claimMail(database.global, { now, until: later(now, lease_ms) });
      if (mail === undefined) return;
      await deliver(services, mail, log);
    }
  }

  const poll = (): Promise<void> =>
    sendDueMails()
      .catch((error: unknown) => log.warn({ err: error }, 'mail delivery failed and is retried later'))
      .then(() => {
        if (isStopped) return;
        timer = setTimeout(() => {
          running = poll();
        }, poll_interval_ms);
      });
  let running = poll();

  return {
    /** Starts no more mails, and waits for the current one. */
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

async function deliver(
  { database: { global }, clock, secret, mailer }: MailServices,
  mail: DueMail,
  log: Log,
): Promise<void> {
  const { id, attempts, expires_at } = mail;
  const giveUp = async (error: string) => {
    log.warn({ mail: id, attempts, reason: error }, 'a mail was given up');
    await finishMail(global, id, { state: 'failed', error, now: clock.now() });
  };
  if (expires_at <= clock.now()) return giveUp('Its link expired before the mail server accepted it');
  let outgoing: Outgoing;
  try {
    outgoing = JSON.parse(unseal(secret, mail.sealed)) as Outgoing;
  } catch {
    return giveUp('It was encrypted with another key than the current one');
  }
  const outcome = await mailer.send(outgoing);
  const now = clock.now();
  if (outcome.isSent) await finishMail(global, id, { state: 'sent', error: null, now });
  else if (outcome.isFinal || attempts >= attempts_at_most) await giveUp(outcome.reason);
  else {
    log.warn({ mail: id, attempts, reason: outcome.reason }, 'a mail could not be sent, and is tried again');
    await rescheduleMail(global, id, { error: outcome.reason, until: later(now, retryAfter(attempts)) });
  }
}
