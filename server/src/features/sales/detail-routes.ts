import { createKeyedQueue } from '../../core/concurrency/keyed-queue.ts';
import type { App } from '../../platform/context/app.ts';
import { data, replies, success } from '../../platform/http/envelope.ts';
import { ok, responseText, send } from '../../platform/idempotency/idempotency.ts';
import { idParam } from '../../platform/validation/fields.ts';
import { getSale } from './locked-sale.ts';
import { listRefunds } from './queries.ts';
import * as schemas from './schemas.ts';
import { toRefund, toTransaction } from './schemas.ts';

/** A sale of 1,000 lines with 5,000 refunded ones takes tens of MiB, and tens of milliseconds of the event loop. */
const atOnce = 2;

/** The requests that wait have a place of their merchant, so there are never many. */
const inTurn = createKeyedQueue(atOnce);

/** The details of a transaction. */
export async function detailRoutes(app: App): Promise<void> {
  const { database } = app.services;

  app.get(
    '/transactions/:id',
    {
      config: { permission: 'sales:read' },
      schema: {
        operationId: 'getTransaction',
        summary: 'Get a transaction with its items, payments and refunds',
        tags: ['Transactions'],
        params: idParam,
        response: replies({ 200: success(schemas.transactionDetail) }),
      },
    },
    async (request, reply) => {
      const { id: merchant_id, currency } = request.actor.merchant;
      // The text is made in its turn, too.
      const body = await inTurn(merchant_id, async () => {
        const { sale, refunds } = await database.snapshot(merchant_id, async (db) => ({
          sale: await getSale(db, request.actor, request.params.id),
          refunds: await listRefunds(db, request.params.id),
        }));
        const shown = { ...toTransaction(sale, currency), refunds: refunds.map((one) => toRefund(one, currency)) };
        return responseText(reply, ok(data(shown)));
      });
      return send(reply, { status: 200, body, replayed: false });
    },
  );
}
