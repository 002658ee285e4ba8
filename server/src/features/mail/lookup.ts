import * as mail from './start-mail.ts';

/** What other parts may ask this one. */

/** Sends what is queued until it is stopped. */
export const startMail = (services: mail.MailServices, log: Parameters<typeof mail.startMail>[1]): ReturnType<typeof mail.startMail> =>
  mail.startMail(services, log);
