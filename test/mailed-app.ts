import { after } from 'node:test';
import { startMail } from '../server/src/features/mail/start-mail.ts';
import { openMailer } from '../server/src/platform/mail/mailer.ts';
import { aMailServer } from './mail-server.ts';
import { createTestApp } from './test-app.ts';

/** An application whose mail arrives in a local mailbox. The links in it lead to `https://shop.example`. */
export async function createMailedApp() {
  const mailbox = await aMailServer();
  const env = { SMTP_URL: mailbox.url, MAIL_FROM: 'till@example.com', PUBLIC_URL: 'https://shop.example' };
  const app = await createTestApp({ env });
  const { database, clock, services } = { ...app, ...app.fastify };
  const mailer = openMailer({ smtp_url: mailbox.url, from: env.MAIL_FROM });
  const sending = startMail({ database, clock, secret: services.secret, mailer }, { warn: () => undefined });
  after(() => sending.stop());
  return { app, mailbox };
}
