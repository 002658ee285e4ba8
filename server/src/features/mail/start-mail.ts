import { addMs, type Clock } from '../../core/clock.ts';
import { createCoalescer } from '../../core/concurrency/coalescer.ts';
import type { Database } from '../../platform/database/handle.ts';
import { createMailTurns } from './mail-turns.ts';
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
const max_stop_ms = 10_000;
const retention_ms = 7 * 24 * 60 * 60 * 1_000;
const polls_per_prune = 3_600;

/**
 * Sends queued mails, a few at once, until it is stopped. Holds no database connection while it waits for the mail
 * server.
 */
export function startMail(services: MailServices, log: Log) {
  const { database, clock } = services;
  const turns = createMailTurns();
  const sending = new Set<Promise<void>>();
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let polls = 0;
  const logFailure = (error: unknown) => log.warn({ err: error }, 'mail delivery failed and is retried later');

  /** Starts mails until no place is free or none is due. */
  const starting = createCoalescer(async () => {
    for (let turn = turns.next(); turn !== undefined && !isStopped; turn = turns.next()) {
      const now = clock.now();
      const mail = await claimMail(database.global, { now, until: addMs(now, lease_ms), turn });
      if (mail === undefined) return;
      const sent = send(mail);
      sending.add(sent);
      void sent.then(() => sending.delete(sent));
    }
  });
  const startDue = (): Promise<void> => starting.run('mail').catch(logFailure);

  async function send(mail: DueMail): Promise<void> {
    turns.start(mail.merchant_id);
    await deliver(services, mail, log).catch(logFailure);
    turns.end(mail.merchant_id);
    void startDue();
  }

  const poll = async (): Promise<void> => {
    if (polls++ % polls_per_prune === 0)
      await deleteOldMails(database.global, addMs(clock.now(), -retention_ms)).catch(logFailure);
    await startDue();
    if (isStopped) return;
    timer = setTimeout(() => {
      polling = poll();
    }, poll_interval_ms);
  };
  let polling = poll();

  return {
    /** Starts no more mails, and waits for those that are being sent. A slow mail server gets them again later. */
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await Promise.all([polling, starting.idle()]);
      const timeout = new Promise((resolve) => setTimeout(resolve, max_stop_ms).unref());
      await Promise.race([Promise.all(sending), timeout]);
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
    await rescheduleMail(global, id, { error: outcome.reason, until: addMs(now, retryAfter(attempts)) });
  }
}
