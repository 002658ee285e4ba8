import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aShop, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';
import { createMailTurns } from './mail-turns.ts';
import { startMail } from './start-mail.ts';

const secret = 'a secret that only the tests know, 32 and more';
const app = await createTestApp({
  env: {
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Tillhouse <till@example.com>',
    PUBLIC_URL: 'https://shop.example',
    JWT_SECRET: secret,
  },
});

async function invite({ owner }: Shop, addresses: readonly string[]): Promise<void> {
  for (const email of addresses) {
    const { status, text } = await owner.post('/staff', { email, name: 'Cass', role: 'cashier' });
    assert.equal(status, 201, text);
  }
}

test('neither many mails of a merchant nor slow recipients delay mail of another, or a password reset', async () => {
  const [busy, other] = [await aShop(app), await aShop(app)];
  const slow = ['a', 'b', 'c', 'd'].map((name) => `${name}@slow.example.com`);
  await invite(busy, slow);
  await invite(other, ['x@example.com', 'y@example.com']);
  const { email } = (await other.owner.get('/auth/me')).body.data;
  assert.equal((await app.anonymous.post('/auth/password/forgot', { email })).status, 200);
  const begun: string[] = [];
  const answered = Promise.withResolvers<void>();
  const mailer = {
    async send({ to }: { to: string }): Promise<{ isSent: true }> {
      begun.push(to);
      if (slow.includes(to)) await answered.promise;
      return { isSent: true };
    },
  };
  const sending = startMail({ database: app.database, clock: app.clock, secret, mailer }, { warn: () => undefined });
  await until(() => begun.length === 5);
  assert.equal(begun[0], email, 'mail about an account comes first');
  assert.deepEqual(begun.toSorted(), [slow[0], slow[1], email, 'x@example.com', 'y@example.com'].toSorted());
  answered.resolve();
  await until(() => begun.length === 7);
  await sending.stop();
  assert.deepEqual(begun.slice(5).toSorted(), slow.slice(2));
});

test('mail of merchants and about accounts leave a place to each other, and a merchant to the others', () => {
  const turns = createMailTurns();
  const next = () => {
    const turn = turns.next();
    return turn && [turn.accounts, turn.merchants, turn.busy, turn.served];
  };
  turns.start('a');
  turns.start('b');
  assert.deepEqual(next(), [true, true, [], ['a', 'b']]);
  turns.start('a');
  assert.deepEqual(next(), [true, false, ['a'], ['b', 'a']]);
  turns.start(null);
  assert.equal(next(), undefined);
  for (const ended of ['a', 'b', 'a']) turns.end(ended);
  for (const _ of [1, 2]) turns.start(null);
  assert.deepEqual(next(), [false, true, [], ['b', 'a']]);
  for (const _ of [1, 2, 3]) turns.end(null);
  assert.deepEqual(next(), [true, true, [], []]);
});
