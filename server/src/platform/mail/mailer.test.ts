import assert from 'node:assert/strict';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { aMailServer, decodeBody } from '../../../../test/mail-server.ts';
import { openMailer } from './mailer.ts';

const mail = { to: 'ann@example.com', subject: 'Grüße', text: 'Hello', html: '<p>Hello</p>' };
const from = 'Corner <till@shop.example>';

/** A mail server that says these lines: a greeting, and an answer to each command. */
async function aScript(t: { after(end: () => void): void }, greeting: string, answers: Record<string, string> = {}) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.write(`${greeting}\r\n`);
    socket.on('data', (chunk) => {
      const [command = ''] = String(chunk).trim().split(' ');
      socket.write(`${answers[command] ?? '250 ok'}\r\n`);
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('sends text, HTML and an attachment to exactly one address', async () => {
  const mailbox = await aMailServer();
  const mailer = openMailer({ smtp_url: mailbox.url, from });
  const attachment = { file_name: 'receipt.pdf', media_type: 'application/pdf', base64: 'JVBERg==' };
  assert.deepEqual(await mailer.send({ ...mail, attachment }), { isSent: true });
  assert.deepEqual(await mailer.send(mail), { isSent: true });
  assert.equal((await mailer.send({ ...mail, to: 'ann@example.com,ben@example.com' })).isSent, false);
  const [first, second] = mailbox.received;
  const text = decodeBody(first?.text ?? '');
  assert.equal(first?.to, 'ann@example.com');
  for (const part of [
    'From: Corner <till@shop.example>',
    'To: ann@example.com',
    'Subject: =?UTF-8?',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Type: text/html; charset=utf-8',
    '<p>Hello</p>',
    'Content-Type: application/pdf; name=receipt.pdf',
    'Content-Disposition: attachment; filename=receipt.pdf',
    'Content-Transfer-Encoding: base64',
    'JVBERg',
  ])
    assert.ok(text.includes(part), `${part} in ${text}`);
  assert.doesNotMatch(second?.text ?? '', /attachment/);
  assert.equal(mailbox.received.length, 2);
});

test('a mail that the server rejects for good is not tried again', async () => {
  let code = 0;
  const mailbox = await aMailServer(() => code);
  const mailer = openMailer({ smtp_url: mailbox.url, from });
  for (const [answer, isFinal] of [
    [421, false],
    [499, false],
    [500, true],
    [550, true],
  ] as const) {
    code = answer;
    const reason = `The mail server answered ${answer}`;
    assert.deepEqual(await mailer.send(mail), { isSent: false, isFinal, reason });
  }
});

test('an attempt ends when the server takes too long, and is made again later', async (t) => {
  // Its answer to the first command never ends.
  const slow = await aScript(t, '220 hello', { EHLO: '250-hello' });
  const mailer = openMailer({ smtp_url: `smtp://${slow}`, from }, 500);
  const reason = 'The mail server could not be reached (ETIMEDOUT)';
  assert.deepEqual(await mailer.send(mail), { isSent: false, isFinal: false, reason });
});

test('a server that refuses the connection or the password may accept the mail later', async (t) => {
  const busy = openMailer({ smtp_url: `smtp://${await aScript(t, '554 not now')}`, from });
  assert.deepEqual(await busy.send(mail), { isSent: false, isFinal: false, reason: 'The mail server answered 554' });
  const place = await aScript(t, '220 hello', { EHLO: '250-hello\r\n250 AUTH PLAIN', AUTH: '535 wrong password' });
  const denied = openMailer({ smtp_url: `smtp://till:secret@${place}`, from });
  assert.deepEqual(await denied.send(mail), { isSent: false, isFinal: false, reason: 'The mail server answered 535' });
  const unreachable = openMailer({ smtp_url: 'smtp://127.0.0.1:1', from });
  const outcome = await unreachable.send(mail);
  assert.deepEqual({ ...outcome, reason: '' }, { isSent: false, isFinal: false, reason: '' });
  assert.match('reason' in outcome ? outcome.reason : '', /^The mail server could not be reached \(\w+\)$/);
});
