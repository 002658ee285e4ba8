import { readLanguage } from '../../../core/language.ts';
import type { App } from '../../../platform/context/app.ts';
import { data, message, replies } from '../../../platform/http/envelope.ts';
import { ok, runIdempotent, sendStoredResponse } from '../../../platform/idempotency/idempotency.ts';
import { countAttempt } from '../../../platform/limits/attempt-budget.ts';
import { idParam } from '../../../platform/validation/fields.ts';
import { inTurn, isLarge } from './large-receipts.ts';
import { readReceipt } from './read-receipt.ts';
import { toEscPos } from './receipt-escpos.ts';
import { toPdf } from './receipt-pdf.ts';
import { receiptMediaTypes, receiptQuery, receiptResponse, sendBody, toReceipt } from './receipt-schemas.ts';
import { renderReceipt, sendReceipt } from './send-receipt.ts';

/** Per merchant and hour: more than a till sends, and too few to misuse the service for spam. */
const mails_an_hour = 300;

export async function receiptRoutes(app: App): Promise<void> {
  const { database, clock } = app.services;

  async function asHeavyWork<T>(merchant_id: string, work: () => Promise<T>): Promise<T> {
    const release = await app.beginHeavyWork(merchant_id);
    return work().finally(release);
  }

  app.get(
    '/transactions/:id/receipt',
    {
      config: { permission: 'sales:read', share: 'selling' },
      // A HEAD request would use up the original.
      exposeHeadRoute: false,
      schema: {
        operationId: 'getReceipt',
        summary: 'Get the receipt of a completed transaction for printing',
        description:
          'The first reading by a user or API key with `sales:write` is the original; all others, in any format, have `copy: true`. The text is in the language of `Accept-Language`. The printer commands open the drawer for an original that was paid in cash.',
        tags: ['Transactions'],
        params: idParam,
        querystring: receiptQuery,
        response: replies({ 200: receiptResponse }),
      },
    },
    async ({ actor, params, query, headers }, reply) => {
      const language = readLanguage(headers['accept-language']);
      const receiptRequest = { actor, sale_id: params.id, now: clock.now() };
      reply.header('cache-control', 'private, no-store');
      if (query.format === 'escpos') {
        const commands = await readReceipt(database, receiptRequest, (receipt) => {
          const print = () => inTurn(actor.merchant.id, receipt, () => toEscPos(receipt, language));
          return isLarge(receipt) ? asHeavyWork(actor.merchant.id, print) : print();
        });
        return reply.type(receiptMediaTypes.escpos).send(Buffer.from(commands)) as never;
      }
      if (query.format === 'pdf') {
        const pdf = await asHeavyWork(actor.merchant.id, () =>
          readReceipt(database, receiptRequest, (receipt) =>
            inTurn(actor.merchant.id, receipt, () => toPdf(receipt, language)),
          ),
        );
        return reply.type(receiptMediaTypes.pdf).send(Buffer.from(pdf)) as never;
      }
      reply.type('application/json; charset=utf-8');
      return data(await readReceipt(database, receiptRequest, toReceipt));
    },
  );

  app.post(
    '/transactions/:id/receipt/send',
    {
      config: { permission: 'sales:write', share: 'selling' },
      schema: {
        operationId: 'sendReceipt',
        summary: 'Send the receipt of a completed transaction by mail, with a PDF',
        description:
          'The mail is queued and retried until a mail server accepts it (`GET /jobs`). It counts as a reading of the receipt. `INVALID_STATE` if no mail server is set up.',
        tags: ['Transactions'],
        params: idParam,
        body: sendBody,
        response: replies({ 200: message }),
      },
    },
    async (request, reply) => {
      const { actor, params, body, headers } = request;
      const { config, secret } = app.services;
      const language = readLanguage(headers['accept-language']);
      if (await sendStoredResponse(request, reply)) return reply as never;
      await countAttempt(app.services, { of: `receipts ${actor.merchant.id}`, most: mails_an_hour, window_s: 3_600 });
      const receiptRequest = {
        actor,
        sale_id: params.id,
        now: clock.now(),
        language,
        sends_mail: config.mail !== undefined,
      };
      const rendered = await asHeavyWork(actor.merchant.id, () => renderReceipt(database, receiptRequest));
      // The PDF is rendered before the transaction, so that no connection is held meanwhile.
      return runIdempotent(request, reply, async (tx, ctx) => {
        await sendReceipt(tx, ctx, rendered, { email: body.email, language, secret });
        return ok({ success: true, message: 'The receipt is on its way' });
      });
    },
  );
}
