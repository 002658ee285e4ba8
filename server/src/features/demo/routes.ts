import { forbidden, notFound } from '../../core/errors.ts';
import type { App } from '../../platform/context/app.ts';
import { data, replies, success } from '../../platform/http/envelope.ts';
import { created, runIdempotent } from '../../platform/idempotency/idempotency.ts';
import { demoJobKind } from './load-demo.ts';
import { findDemo } from './queries.ts';
import { requestDemo } from './request-demo.ts';
import { demo, toDemo } from './schemas.ts';

const tags = ['Merchant'];

/** A year of sales for a new shop, to explore the service. */
export async function demoRoutes(app: App): Promise<void> {
  const { config, jobs } = app.services;

  app.post(
    '/demo',
    {
      config: { permission: 'merchant:write' },
      schema: {
        operationId: 'loadDemo',
        summary: 'Load a demo into an empty shop: a café with a year of trade',
        description:
          'Responds at once. Products, customers, stock and a year of sales up to now are entered in the background on behalf of ' +
          'the owner; `GET /demo` has the progress. INVALID_STATE unless the shop is empty: no products, customers, transactions or webhooks. ' +
          'FORBIDDEN where registration is not open.',
        tags,
        response: replies({ 201: success(demo) }),
      },
    },
    async (request, reply) => {
      if (config.registration !== 'open') throw forbidden('Demo shops are off: registration is not open');
      await jobs.prepare(demoJobKind);
      return runIdempotent(request, reply, async (tx, ctx) => created(data(toDemo(await requestDemo(tx, ctx, jobs)))));
    },
  );

  app.get(
    '/demo',
    {
      config: { permission: 'merchant:write' },
      schema: {
        operationId: 'getDemo',
        summary: 'Get the progress of the demo',
        tags,
        response: replies({ 200: success(demo) }),
      },
    },
    async ({ db }) => {
      const found = await findDemo(db);
      if (found === undefined) throw notFound('Demo');
      return data(toDemo(found));
    },
  );
}
