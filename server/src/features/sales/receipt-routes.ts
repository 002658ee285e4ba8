import type { App } from '../../http/app.ts';
import { data, replies } from '../../http/envelope.ts';
import { idParam } from '../../http/fields.ts';
import { readLanguage } from '../../kernel/language.ts';
import { readReceipt } from './read-receipt.ts';
import { toEscPos } from './receipt-escpos.ts';
import { receiptAnswer, receiptMediaTypes, receiptQuery, toReceipt } from './receipt-schemas.ts';

export async function receiptRoutes(app: App): Promise<void> {
  const { database, clock } = app.house;

  app.get(
    '/transactions/:id/receipt',
    {
      config: { permission: 'sales:read' },
      // To ask for the headers alone would use up the original.
      exposeHeadRoute: false,
      schema: {
        operationId: 'getReceipt',
        summary: 'The receipt of a completed transaction, to be printed',
        description:
          'The first reading is the original; from then on `copy` is true, in whatever format. Words are in the language of `Accept-Language`. The commands for a printer open the drawer for an original that was paid in cash.',
        tags: ['Transactions'],
        params: idParam,
        querystring: receiptQuery,
        response: replies({ 200: receiptAnswer }),
      },
    },
    async ({ actor, params, query, headers }, reply) => {
      const language = readLanguage(headers['accept-language']);
      const asked = { actor, sale_id: params.id, now: clock.now() };
      reply.header('cache-control', 'private, no-store');
      if (query.format === 'escpos')
        return reply
          .type(receiptMediaTypes.escpos)
          .send(Buffer.from(await readReceipt(database, asked, (receipt) => toEscPos(receipt, language)))) as never;
      reply.type('application/json; charset=utf-8');
      return data(await readReceipt(database, asked, toReceipt));
    },
  );
}
