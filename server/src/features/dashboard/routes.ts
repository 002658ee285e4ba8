import { dayOf } from '../../core/calendar.ts';
import { minuteOf } from '../../core/clock.ts';
import { readDayRange } from '../../core/time-range.ts';
import { requestedBranches } from '../../platform/authentication/requested-branches.ts';
import type { CacheOptions } from '../../platform/cache/response-cache.ts';
import type { App } from '../../platform/context/app.ts';
import { data, replies, success } from '../../platform/http/envelope.ts';
import { pictureAddresses } from '../../platform/http/picture-addresses.ts';
import { summaryData, summaryQuery, summaryToWire } from './schemas.ts';
import { summarise } from './summarise.ts';

/** The kinds of events that change the figures. */
const cacheOptions: CacheOptions = {
  kinds: ['sale', 'customer', 'product', 'stock', 'warehouse', 'branch'],
  onlySingleProcess: true,
};

export async function dashboardRoutes(app: App): Promise<void> {
  const { database, clock } = app.services;

  app.get(
    '/dashboard/summary',
    {
      config: { permission: 'reports:read', holdsCosts: true },
      schema: {
        operationId: 'getDashboardSummary',
        summary: 'Get the figures of a period and of the previous one',
        tags: ['Reports'],
        querystring: summaryQuery,
        response: replies({ 200: success(summaryData) }),
      },
    },
    async (request, reply) => {
      const { query } = request;
      const { merchant } = request.actor;
      const minute = minuteOf(clock.now());
      const now = `${minute}:00.000Z`;
      const today = dayOf(now, merchant.timezone);
      const end_date = query.end_date ?? today;
      // If only the end is given, the period is that day. If only the start is given, the period lasts until today.
      const start_date = query.start_date ?? query.end_date ?? today;
      const scope = {
        ...readDayRange({ start_date, end_date }, merchant.timezone),
        branches: requestedBranches(request),
      };
      return app.responseCache.send(
        request,
        reply,
        { ...cacheOptions, alsoDependsOn: [start_date, end_date, minute] },
        async () => {
          const summary = await database.snapshot(merchant.id, (snapshot) =>
            summarise(snapshot, scope, { timezone: merchant.timezone, now }),
          );
          return data(summaryToWire(summary, { currency: merchant.currency, addressOf: pictureAddresses(request) }));
        },
      );
    },
  );
}
