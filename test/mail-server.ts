import assert from 'node:assert/strict';
import { after } from 'node:test';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  to: string;
  text: string;
}

/** A mail server on this machine. `answer` decides about each recipient: undefined takes the mail. */
export async function aMailServer(answer: (to: string) => number | undefined = () => undefined) {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      const code = answer(address);
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

/** The body as a reader sees it: soft line breaks joined. */
export const shown = (text: string) => text.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
