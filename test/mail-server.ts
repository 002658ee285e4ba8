import assert from 'node:assert/strict';
import { after } from 'node:test';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  to: string;
  text: string;
}

/** A local mail server. `replyTo` returns an SMTP error code for a recipient, or undefined to accept the mail. */
export async function aMailServer(replyTo: (to: string) => number | undefined = () => undefined) {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      const code = replyTo(address);
      done(code === undefined ? null : Object.assign(new Error('not now'), { responseCode: code }));
    },
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        received.push({
          to: envelope.rcptTo.map(({ address }) => address).join(),
          text: Buffer.concat(parts).toString(),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => new Promise<void>((resolve) => server.close(resolve)));
  const address = server.server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return { received, url: `smtp://127.0.0.1:${address.port}` };
}

/** Decodes soft line breaks and `=3D` of a quoted-printable body. */
export const decodeBody = (text: string) => text.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
