import { dayOf } from '../../core/calendar.ts';
import { minuteOf } from '../../core/clock.ts';
import { notFound } from '../../core/errors.ts';
import { requestedBranches } from '../../platform/authentication/requested-branches.ts';
import type { App } from '../../platform/context/app.ts';
import { data, replies, success } from '../../platform/http/envelope.ts';
import { idParam } from '../../platform/validation/fields.ts';
import { listProductDays, listProductIds } from './product-sales-queries.ts';
import { comparedRanges, periodOf, product_days_at_most } from './product-sales-rules.ts';
import { productSales, productSalesQuery, productSalesToWire } from './product-sales-schemas.ts';

/** The sales of one product by day. */
export async function productSalesRoutes(app: App): Promise<void> {
  const { clock } = app.services;
  app.get(
    '/reports/sales/by-product/:id',
    {
      config: { permission: 'reports:read' },
      schema: {
        operationId: 'reportSalesOfProduct',
        summary: 'Report the sales of a product by day',
        description:
          'Of a product with its variants, or of a variant. The days add up to its rows in `GET /reports/sales/by-product`.',
        tags: ['Reports'],
        params: idParam,
        querystring: productSalesQuery,
        response: replies({ 200: success(productSales) }),
      },
    },
    (request, reply) => {
      const cacheOptions = { kinds: ['sale', 'branch', 'product'] as const, alsoDependsOn: minuteOf(clock.now()) };
      return app.responseCache.send(request, reply, cacheOptions, async () => {
        const { db, params, query, actor } = request;
        const branches = requestedBranches(request);
        const { currency, timezone } = actor.merchant;
        const ids = await listProductIds(db, params.id);
        if (ids.length === 0) throw notFound('Product');
        const today = dayOf(clock.now(), timezone);
        const { range, before } = comparedRanges(today, query.days ?? product_days_at_most);
        const scope = { start_date: before.start_date, end_date: range.end_date, branches };
        const rows = await listProductDays(db, ids, scope);
        return data(productSalesToWire({ now: periodOf(rows, range), before: periodOf(rows, before), currency }));
      });
    },
  );
}
