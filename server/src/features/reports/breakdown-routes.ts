import type { FastifyRequest } from 'fastify';
import { minuteOf } from '../../core/clock.ts';
import { type DayRange, readDayRange } from '../../core/time-range.ts';
import { requestedBranches } from '../../platform/authentication/requested-branches.ts';
import type { CacheOptions } from '../../platform/cache/response-cache.ts';
import type { App } from '../../platform/context/app.ts';
import { data, page, replies, success } from '../../platform/http/envelope.ts';
import { paged } from '../../platform/http/paging.ts';
import * as wire from './breakdown-schemas.ts';
import { listCategoryFigures, listHourFigures, listProductFigures } from './rollup-queries.ts';
import { detailed_days_at_most, type Scope } from './rules.ts';

const tags = ['Reports'];

/** The days and branches of a request. @throws AppError VALIDATION_ERROR, FORBIDDEN */
export function scopeOf(request: FastifyRequest, days_at_most?: number): Scope {
  const range = readDayRange(request.query as DayRange, request.actor.merchant.timezone, days_at_most);
  return { ...range, branches: requestedBranches(request) };
}

/** The sales report, divided by product, category, and hour. */
export async function breakdownRoutes(app: App): Promise<void> {
  const { clock } = app.services;
  const cacheOptions = (...kinds: CacheOptions['kinds']): CacheOptions => ({
    kinds: ['sale', 'branch', ...kinds],
    alsoDependsOn: minuteOf(clock.now()),
  });

  app.get(
    '/reports/sales/by-product',
    {
      config: { permission: 'reports:read', holdsCosts: true, isHeavy: true },
      schema: {
        operationId: 'reportSalesByProduct',
        summary: 'Report sales by product',
        description: 'Products with sales or refunds. All rows together are the sales report of the same days.',
        tags,
        querystring: wire.productsQuery,
        response: replies({ 200: page(wire.productRow) }),
      },
    },
    (request, reply) =>
      app.responseCache.send(request, reply, cacheOptions('product'), async () => {
        const { query } = request;
        const list = { search: query.search, sort: query.sort || undefined, paging: query };
        const found = await listProductFigures(request.db, scopeOf(request, detailed_days_at_most), list);
        return paged(found, query, (row) => wire.productRowToWire(row, request.actor.merchant.currency));
      }),
  );

  app.get(
    '/reports/sales/by-category',
    {
      config: { permission: 'reports:read', holdsCosts: true, isHeavy: true },
      schema: {
        operationId: 'reportSalesByCategory',
        summary: 'Report sales by category',
        description:
          'A product counts in the category that it has now, a variant in that of its product. All rows together are ' +
          'the sales report of the same days.',
        tags,
        querystring: wire.detailedQuery,
        response: replies({ 200: success(wire.reportOf(wire.categoryRow)) }),
      },
    },
    (request, reply) =>
      app.responseCache.send(request, reply, cacheOptions('product', 'category'), async () => {
        const scope = scopeOf(request, detailed_days_at_most);
        const rows = await listCategoryFigures(request.db, scope);
        const { currency } = request.actor.merchant;
        return data(wire.reportToWire(rows, { ...scope, currency }, wire.categoryRowToWire));
      }),
  );

  app.get(
    '/reports/sales/by-hour',
    {
      config: { permission: 'reports:read', holdsCosts: true },
      schema: {
        operationId: 'reportSalesByHour',
        summary: 'Report sales by weekday and hour',
        description:
          'Weekday and hour are those of the branch’s clock when the sale or refund was made. Hours without either have ' +
          'no row. All rows together are the sales report of the same days.',
        tags,
        querystring: wire.hoursQuery,
        response: replies({ 200: success(wire.reportOf(wire.hourRow)) }),
      },
    },
    (request, reply) =>
      app.responseCache.send(request, reply, cacheOptions(), async () => {
        const scope = scopeOf(request);
        const rows = await listHourFigures(request.db, scope);
        const { currency } = request.actor.merchant;
        return data(wire.reportToWire(rows, { ...scope, currency }, wire.hourRowToWire));
      }),
  );
}
