import type { FastifyRequest } from 'fastify';
import { can } from '../../core/actor.ts';
import { readTimeRange } from '../../core/time-range.ts';
import { requestedBranches } from '../../platform/authentication/requested-branches.ts';
import type { App } from '../../platform/context/app.ts';
import { data, page, replies, success } from '../../platform/http/envelope.ts';
import { paged } from '../../platform/http/paging.ts';
import { createGroupCommit, type GroupedRequest } from '../../platform/idempotency/group-commit.ts';
import { created, ok, runIdempotent } from '../../platform/idempotency/idempotency.ts';
import { idParam } from '../../platform/validation/fields.ts';
import type { RuleCheck } from '../../platform/validation/rule-faults.ts';
import { changeParkedSale } from './change-parked-sale.ts';
import { type SalePart, type TenderPart, validateSale } from './check-sale.ts';
import { completeSale } from './complete-sale.ts';
import { detailRoutes } from './detail-routes.ts';
import { listSales } from './list-queries.ts';
import { type Order, type ReferencedRecords, readReferencedRecords, type SaleRequest } from './prepare-sale.ts';
import { quoteSale } from './quote-sale.ts';
import { quote, toQuote } from './quote-schemas.ts';
import { recordSales } from './record-sale.ts';
import { type RefundPart, validateCompletion, validateRefund } from './refunds/check-stored-sale.ts';
import { previewRefund, refundSale } from './refunds/refund-sale.ts';
import { voidSale } from './refunds/void-sale.ts';
import * as requests from './request-schemas.ts';
import { toCompletion, toRefundRequest, toSaleChange, toSaleRequest } from './request-schemas.ts';
import * as schemas from './schemas.ts';
import { toRefund, toTransaction, toTransactionRow } from './schemas.ts';

const tags = ['Transactions'];

const orderOf = ({ input, ctx }: GroupedRequest<SaleRequest>): Order => ({ request: input, ctx });

const saleReferenceOf = ({ actor, params }: FastifyRequest) => ({ actor, id: (params as { id: string }).id });

const checkRefund: RuleCheck = (request, part) =>
  validateRefund(request.db, saleReferenceOf(request), part as RefundPart);

/** The merchant's sales, called `transactions` in the API. */
export async function salesRoutes(app: App): Promise<void> {
  const { clock } = app.services;
  const checkSale: RuleCheck = ({ actor, db }, part) => validateSale(db, { actor, now: clock.now() }, part as SalePart);
  const runGrouped = createGroupCommit<SaleRequest, ReferencedRecords>(app.services, {
    name: 'sale',
    weigh: ({ items }) => items.length,
    read: (db, batch) => readReferencedRecords(db, batch.map(orderOf)),
    async work(tx, batch, records) {
      const posted = await recordSales(tx, batch.map(orderOf), records);
      return posted.map((result, index) =>
        'error' in result
          ? result
          : { answer: created(data(toTransaction(result.sale, batch[index]?.ctx.actor.merchant.currency ?? ''))) },
      );
    },
  });

  app.post(
    '/transactions',
    {
      config: {
        permission: 'sales:write',
        share: 'selling',
        checkRules: checkSale,
        takesApproval: true,
      },
      schema: {
        operationId: 'createTransaction',
        summary: 'Record a sale, or park it',
        tags,
        body: requests.recordBody,
        response: replies({ 201: success(schemas.transaction) }),
      },
    },
    (request, reply) => {
      const { currency } = request.actor.merchant;
      const sale = toSaleRequest(request.body, currency);
      return runGrouped(request, reply, sale, { client_id: sale.id });
    },
  );

  app.post(
    '/transactions/quote',
    {
      config: { permission: 'sales:write', share: 'selling', checkRules: checkSale },
      schema: {
        operationId: 'quoteTransaction',
        summary: 'Calculate a sale without recording it',
        description:
          'Takes the body of a sale; the payment may be omitted. Writes nothing. `problems` lists why the sale would be rejected (short stock, an inactive product, a register that takes no money now, too few points, a discount beyond the role, a missing approval).',
        tags,
        body: requests.recordBody,
        response: replies({ 200: success(quote) }),
      },
    },
    async ({ actor, db, body }) => {
      const { currency } = actor.merchant;
      const order = { request: toSaleRequest(body, currency), ctx: { actor, now: clock.now() } };
      return data(toQuote(await quoteSale(db, order, await readReferencedRecords(db, [order])), currency));
    },
  );

  app.get(
    '/transactions',
    {
      config: { permission: 'sales:read' },
      schema: {
        operationId: 'listTransactions',
        summary: 'List transactions, newest first',
        tags,
        querystring: schemas.listQuery,
        response: replies({ 200: page(schemas.transactionRow) }),
      },
    },
    async (request) => {
      const { currency, timezone } = request.actor.merchant;
      const branches = requestedBranches(request);
      const found = await listSales(request.db, {
        ...request.query,
        branches,
        sees_customers: can(request.actor, 'customers:read'),
        ...readTimeRange(request.query, timezone),
      });
      return paged(found, request.query, (sale) => toTransactionRow(sale, currency));
    },
  );

  await detailRoutes(app);

  app.put(
    '/transactions/:id',
    {
      config: { permission: 'sales:write', share: 'selling', checkRules: checkSale, takesApproval: true },
      schema: {
        operationId: 'updateTransaction',
        summary: 'Change a parked transaction',
        description: 'Omitted fields keep their value. Given items replace all items, and the reservation with them.',
        tags,
        params: idParam,
        body: requests.changeBody,
        response: replies({ 200: success(schemas.transaction) }),
      },
    },
    (request, reply) => {
      const { currency } = request.actor.merchant;
      const change = toSaleChange(request.params.id, request.body, currency);
      return runIdempotent(request, reply, async (tx, ctx) =>
        ok(data(toTransaction(await changeParkedSale(tx, ctx, change), currency))),
      );
    },
  );

  app.post(
    '/transactions/:id/refund',
    {
      config: { permission: 'sales:refund', share: 'selling', checkRules: checkRefund, takesApproval: true },
      schema: {
        operationId: 'refundTransaction',
        summary: 'Refund a transaction, fully or in part',
        description:
          'After 5,000 refunded lines of a transaction, only everything that is left can be refunded: without `items` and `amount`.',
        tags,
        params: idParam,
        body: requests.refundBody,
        response: replies({ 201: success(schemas.refund) }),
      },
    },
    (request, reply) => {
      const { currency } = request.actor.merchant;
      const input = toRefundRequest(request.params.id, request.body, currency);
      return runIdempotent(request, reply, async (tx, ctx) =>
        created(data(toRefund(await refundSale(tx, ctx, input), currency))),
      );
    },
  );

  app.post(
    '/transactions/:id/refund/preview',
    {
      config: { permission: 'sales:refund', share: 'selling', checkRules: checkRefund },
      schema: {
        operationId: 'previewRefund',
        summary: 'Preview a refund',
        tags,
        params: idParam,
        body: requests.refundBody,
        response: replies({ 200: success(schemas.refund) }),
      },
    },
    // A read despite its method: it works on a full disk, and stores no response under an idempotency key.
    async ({ actor, db, params, body }) => {
      const { currency } = actor.merchant;
      const input = toRefundRequest(params.id, body, currency);
      return data(toRefund(await previewRefund(db, { actor, now: clock.now() }, input), currency));
    },
  );

  app.post(
    '/transactions/:id/complete',
    {
      config: {
        permission: 'sales:write',
        share: 'selling',
        takesApproval: true,
        checkRules: (request, part) => validateCompletion(request.db, saleReferenceOf(request), part as TenderPart),
      },
      schema: {
        operationId: 'completeTransaction',
        summary: 'Complete a parked transaction',
        tags,
        params: idParam,
        body: requests.completeBody,
        response: replies({ 200: success(schemas.transaction) }),
      },
    },
    (request, reply) => {
      const { currency } = request.actor.merchant;
      const completion = toCompletion(request.params.id, request.body, currency);
      return runIdempotent(request, reply, async (tx, ctx) =>
        ok(data(toTransaction(await completeSale(tx, ctx, completion), currency))),
      );
    },
  );

  app.post(
    '/transactions/:id/void',
    {
      config: { permission: 'sales:write', share: 'selling', takesApproval: true },
      schema: {
        operationId: 'voidTransaction',
        summary: 'Void a parked transaction, or a completed one of today',
        tags,
        params: idParam,
        body: requests.voidBody,
        response: replies({ 200: success(schemas.transaction) }),
      },
    },
    (request, reply) => {
      const { currency } = request.actor.merchant;
      const { reason = null, register_id = null } = request.body;
      const voiding = { id: request.params.id, reason, register_id };
      return runIdempotent(request, reply, async (tx, ctx) =>
        ok(data(toTransaction(await voidSale(tx, ctx, voiding), currency))),
      );
    },
  );
}
