import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { aMailServer, decodeBody } from '../../../../../test/mail-server.ts';
import { readPdf } from '../../../../../test/pdf.ts';
import { aProduct, aShop, aStaffMember } from '../../../../../test/shop.ts';
import { createTestApp } from '../../../../../test/test-app.ts';
import { until } from '../../../../../test/until.ts';
import { openMailer } from '../../../platform/mail/mailer.ts';
import { startMail } from '../../mail/start-mail.ts';

const mailbox = await aMailServer();
const env = { SMTP_URL: mailbox.url, MAIL_FROM: 'Tillhouse <till@example.com>', PUBLIC_URL: 'https://shop.example' };
const app = await createTestApp({ env });
const { database, clock, secret } = app.fastify.services;
const mailer = openMailer({ smtp_url: mailbox.url, from: env.MAIL_FROM });
const sending = startMail({ database, clock, secret, mailer }, { warn: () => undefined });
after(() => sending.stop());

const shop = await aShop(app);
const cashier = await aStaffMember(shop, 'cashier');
const mug = await aProduct(shop, { name: 'Mug <b>', price: 8.5 });
const mailsTo = (to: string) => mailbox.received.filter((mail) => mail.to === to);

async function aSale(fields: Record<string, unknown> = {}): Promise<{ id: string; transaction_code: string }> {
  const answer = await cashier.post('/transactions', {
    items: [{ product_id: mug.id, quantity: 2 }],
    payment_method: 'cash',
    ...fields,
  });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data;
}

test('sends the receipt by mail, once for a repeated request', async () => {
  const { id, transaction_code } = await aSale();
  const to = 'anna@example.com';
  const send = () =>
    cashier.post(
      `/transactions/${id}/receipt/send`,
      { email: ' Anna@example.com '.trim() },
      { 'idempotency-key': 'send 1' },
    );
  for (const answer of [await send(), await send()]) assert.equal(answer.status, 200, answer.text);
  await until(async () => mailsTo(to).length >= 1);
  const text = decodeBody(mailsTo(to)[0]?.text ?? '');
  assert.match(text, new RegExp(`Your.receipt.${transaction_code}`));
  assert.match(text, /2 x 8\.50 +17\.00/);
  assert.match(text, /<pre>[\s\S]*Mug &lt;b&gt;/);
  assert.doesNotMatch(text, /COPY/);
  const [, base64 = ''] =
    /Content-Type: application\/pdf[\s\S]*?\r\n\r\n([\w+/=\r\n]+)/.exec(mailsTo(to)[0]?.text ?? '') ?? [];
  assert.ok(readPdf(Buffer.from(base64, 'base64')).pages[0]?.lines.some((line) => /^TOTAL USD +17\.00$/.test(line)));
  assert.equal((await cashier.get(`/transactions/${id}/receipt`)).body.data.copy, true, 'the original was sent');
  await until(async () => (await shop.owner.get('/jobs')).body.data[0]?.state === 'completed');
  const entries = (await shop.owner.get('/audit?action=receipt.sent')).body.data;
  assert.deepEqual(
    entries.map(({ subject_id }: { subject_id: string }) => subject_id),
    [id],
  );
  const second = await cashier.post(`/transactions/${id}/receipt/send`, { email: to }, { 'accept-language': 'id' });
  assert.equal(second.status, 200);
  await until(async () => mailsTo(to).length >= 2);
  assert.match(decodeBody(mailsTo(to)[1]?.text ?? ''), /SALINAN/);
});

test('a mail server that is down has seven days to accept the receipt', async () => {
  const { id } = await aSale();
  await cashier.post(`/transactions/${id}/receipt/send`, { email: 'late@example.com' });
  const { rows } = await app.admin.query(
    `select distinct extract(epoch from expires_at - created_at)::int as seconds from mails where kind = 'receipt'`,
  );
  assert.deepEqual(rows, [{ seconds: 7 * 86_400 }]);
});

test('rejects a parked transaction, and an invalid address', async () => {
  const { id } = await aSale({ status: 'pending', payment_method: undefined });
  const parked = await cashier.post(`/transactions/${id}/receipt/send`, { email: 'anna@example.com' });
  assert.equal(parked.body.error.code, 'INVALID_STATE');
  const wrong = await cashier.post(`/transactions/${id}/receipt/send`, { email: 'anna' });
  assert.deepEqual([wrong.status, wrong.body.error.details[0].field], [422, 'email']);
  const clerk = await aStaffMember(shop, 'stock_clerk');
  assert.equal((await clerk.post(`/transactions/${id}/receipt/send`, { email: 'anna@example.com' })).status, 403);
});

test('returns INVALID_STATE without a mail server', async () => {
  const appWithoutMail = await createTestApp();
  const other = await aShop(appWithoutMail);
  const product = await aProduct(other);
  const sale = { items: [{ product_id: product.id, quantity: 1 }], payment_method: 'card' };
  const { id } = (await other.owner.post('/transactions', sale)).body.data;
  const { body } = await other.owner.post(`/transactions/${id}/receipt/send`, { email: 'anna@example.com' });
  assert.equal(body.error.code, 'INVALID_STATE');
  assert.equal((await other.owner.get(`/transactions/${id}/receipt`)).body.data.copy, false);
});
