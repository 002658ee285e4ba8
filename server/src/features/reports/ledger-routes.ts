import { minuteOf } from '../../core/clock.ts';
import type { CacheOptions } from '../../platform/cache/response-cache.ts';
import type { App } from '../../platform/context/app.ts';
import { data, page, replies, success } from '../../platform/http/envelope.ts';
import { paged } from '../../platform/http/paging.ts';
import { scopeOf } from './breakdown-routes.ts';
import { detailedQuery, reportOf, reportToWire } from './breakdown-schemas.ts';
import { listDiscounts, listStaffFigures, listTaxes } from './ledger-queries.ts';
import * as wire from './ledger-schemas.ts';
import { listReasons, listRefunds } from './refund-queries.ts';
import { detailed_days_at_most } from './rules.ts';

const tags = ['Reports'];

/** Reports that read the sales and refunds of their days (0095). */
export async function ledgerRoutes(app: App): Promise<void> {
  const { clock } = app.services;
  const cacheOptions = (): CacheOptions => ({
    kinds: ['sale', 'branch', 'staff'],
    alsoDependsOn: minuteOf(clock.now()),
  });

  app.get(
    '/reports/sales/by-staff',
    {
      config: { permission: 'reports:read', holdsCosts: true, isHeavy: true },
      schema: {
        operationId: 'reportSalesByStaff',
        summary: 'Report sales by cashier',
        description:
          'A sale counts for its cashier, a refund for the person who made it. All rows together are the sales report of ' +
          'the same days.',
        tags,
        querystring: detailedQuery,
        response: replies({ 200: success(reportOf(wire.staffRow)) }),
      },
    },
    (request, reply) =>
      app.responseCache.send(request, reply, cacheOptions(), async () => {
        const scope = scopeOf(request, detailed_days_at_most);
        const rows = await listStaffFigures(request.db, scope);
        const { currency } = request.actor.merchant;
        return data(reportToWire(rows, { ...scope, currency }, wire.staffRowToWire));
      }),
  );

  app.get(
    '/reports/sales/tax',
    {
      config: { permission: 'reports:read', isHeavy: true },
      schema: {
        operationId: 'reportSalesTax',
        summary: 'Report tax by rate',
        description:
          'Net amounts, taxes and totals of each tax rate, less refunds. All rows together are the sales report of the ' +
          'same days. Sales without tax have the rate 0.',
        tags,
        querystring: detailedQuery,
        response: replies({ 200: success(reportOf(wire.taxRow)) }),
      },
    },
    (request, reply) =>
      app.responseCache.send(request, reply, cacheOptions(), async () => {
        const scope = scopeOf(request, detailed_days_at_most);
        const rows = await listTaxes(request.db, scope);
        const { currency } = request.actor.merchant;
        return data(reportToWire(rows, { ...scope, currency }, wire.taxRowToWire));
      }),
  );

  app.get(
    '/reports/sales/discounts',
    {
      config: { permission: 'reports:read', isHeavy: true },
      schema: {
        operationId: 'reportSalesDiscounts',
        summary: 'Report discounts by cashier',
        description: 'Cashiers who gave discounts. All rows together have the discounts of the sales report.',
        tags,
        querystring: detailedQuery,
        response: replies({ 200: success(reportOf(wire.discountRow)) }),
      },
    },
    (request, reply) =>
      app.responseCache.send(request, reply, cacheOptions(), async () => {
        const scope = scopeOf(request, detailed_days_at_most);
        const rows = await listDiscounts(request.db, scope);
        const { currency } = request.actor.merchant;
        return data(reportToWire(rows, { ...scope, currency }, wire.discountRowToWire));
      }),
  );

  app.get(
    '/reports/sales/refunds',
    {
      config: { permission: 'reports:read' },
      schema: {
        operationId: 'reportSalesRefunds',
        summary: 'List refunds and voids with their reasons, newest first',
        description:
          'Refunds on the day on which they were made: together they are the refunds of the sales report. Voids of ' +
          'completed transactions on the day of the transaction: the sales report no longer has them.',
        tags,
        querystring: wire.refundsQuery,
        response: replies({ 200: page(wire.refundRow) }),
      },
    },
    (request, reply) =>
      app.responseCache.send(request, reply, cacheOptions(), async () => {
        const { query } = request;
        const found = await listRefunds(request.db, scopeOf(request, detailed_days_at_most), query, query);
        return paged(found, query, (row) => wire.refundRowToWire(row, request.actor.merchant.currency));
      }),
  );

  app.get(
    '/reports/sales/by-reason',
    {
      config: { permission: 'reports:read' },
      schema: {
        operationId: 'reportSalesByReason',
        summary: 'Sum refunds and voids by reason, the highest amount first',
        description: 'The rows of `/reports/sales/refunds` with the same filters, summed by their reasons.',
        tags,
        querystring: wire.refundsQuery,
        response: replies({ 200: page(wire.reasonRow) }),
      },
    },
    (request, reply) =>
      app.responseCache.send(request, reply, cacheOptions(), async () => {
        const { query } = request;
        const found = await listReasons(request.db, scopeOf(request, detailed_days_at_most), query, query);
        return paged(found, query, (row) => wire.reasonRowToWire(row, request.actor.merchant.currency));
      }),
  );
}
