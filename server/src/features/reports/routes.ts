import { minuteOf } from '../../core/clock.ts';
import { readDayRange } from '../../core/time-range.ts';
import { requestedBranches } from '../../platform/authentication/requested-branches.ts';
import type { App } from '../../platform/context/app.ts';
import { data, replies, success } from '../../platform/http/envelope.ts';
import { breakdownRoutes } from './breakdown-routes.ts';
import { inventoryQuery, inventoryReport, inventoryReportToWire } from './inventory-schemas.ts';
import { ledgerRoutes } from './ledger-routes.ts';
import { productSalesRoutes } from './product-sales-routes.ts';
import { reportInventory } from './report-inventory.ts';
import { reportSales } from './report-sales.ts';
import { seriesOf } from './rules.ts';
import { salesQuery, salesReport, salesReportToWire } from './schemas.ts';
import { weeklyMailRoutes } from './weekly-mail-routes.ts';

const tags = ['Reports'];

export async function reportRoutes(app: App): Promise<void> {
  await breakdownRoutes(app);
  await productSalesRoutes(app);
  await ledgerRoutes(app);
  await weeklyMailRoutes(app);
  const { clock } = app.services;

  app.get(
    '/reports/sales',
    {
      config: { permission: 'reports:read', holdsCosts: true },
      schema: {
        operationId: 'reportSales',
        summary: 'Report sales',
        tags,
        querystring: salesQuery,
        response: replies({ 200: success(salesReport) }),
      },
    },
    (request, reply) =>
      app.responseCache.send(
        request,
        reply,
        { kinds: ['sale', 'product', 'branch'], alsoDependsOn: minuteOf(clock.now()) },
        async () => {
          const { merchant } = request.actor;
          const { query } = request;
          const range = readDayRange(query, merchant.timezone);
          const scope = { ...range, branches: requestedBranches(request) };
          const report = await reportSales(request.db, scope);
          const series = query.group_by === undefined ? undefined : seriesOf(report.days, range, query.group_by);
          return data(salesReportToWire(report, { ...range, currency: merchant.currency, series }));
        },
      ),
  );

  app.get(
    '/reports/inventory',
    {
      config: { permission: 'reports:read', holdsCosts: true },
      schema: {
        operationId: 'reportInventory',
        summary: 'Report stock: quantities, values, and products that run out',
        tags,
        querystring: inventoryQuery,
        response: replies({ 200: success(inventoryReport) }),
      },
    },
    (request, reply) =>
      app.responseCache.send(
        request,
        reply,
        { kinds: ['product', 'category', 'stock', 'warehouse', 'branch'] },
        async () => {
          const report = await reportInventory(request.db, requestedBranches(request));
          return data(inventoryReportToWire(report, request.actor.merchant.currency));
        },
      ),
  );
}
