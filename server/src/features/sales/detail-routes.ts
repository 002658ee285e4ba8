import { createKeyedSemaphore } from '../../core/concurrency/keyed-semaphore.ts';
import { AppError } from '../../core/errors.ts';
import type { App, Reply, Request } from '../../platform/context/app.ts';
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
const turns = createKeyedSemaphore({
  slots: atOnce,
  max_waiting: Number.POSITIVE_INFINITY,
  createError: () => new AppError('UNAVAILABLE', 'Too many transactions are read at this moment'),
});

/** Sends what `make` makes. At most two such responses of a merchant are made at once. */
async function sendInTurn(request: Request, reply: Reply, make: () => Promise<object>): Promise<never> {
  const release = await turns.acquire(request.actor.merchant.id);
  try {
    const body = responseText(reply, ok(await make()));
    return send(reply, { status: 200, body, replayed: false });
  } finally {
    release();
  }
}

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
    (request, reply) =>
      sendInTurn(request, reply, async () => {
        const { id: merchant_id, currency } = request.actor.merchant;
        const { sale, refunds } = await database.snapshot(merchant_id, async (db) => ({
          sale: await getSale(db, request.actor, request.params.id),
          refunds: await listRefunds(db, request.params.id),
        }));
        return data({ ...toTransaction(sale, currency), refunds: refunds.map((refund) => toRefund(refund, currency)) });
      }),
  );
}
