import type { App } from '../../platform/context/app.ts';
import { data, page, replies, success } from '../../platform/http/envelope.ts';
import { paged } from '../../platform/http/paging.ts';
import { ok, runIdempotent } from '../../platform/idempotency/idempotency.ts';
import { idParam } from '../../platform/validation/fields.ts';
import { getDeliveries, redeliver, testEndpoint } from './deliveries.ts';
import { replayEvents } from './replay-events.ts';
import { deliveriesQuery, delivery, deliveryParams, endpoint, replayBody, toDelivery, toEndpoint } from './schemas.ts';
import { cdnUrlOf, postOutsideOf } from './start-dispatch.ts';

const tags = ['Webhooks'];

/** Lists deliveries, and sends events again. */
export async function deliveryRoutes(app: App): Promise<void> {
  const { clock, secret, config } = app.services;
  const { replayed_deliveries: deliveries_at_most, replay_cooldown_s: cooldown_s } = config.storage;
  const sender = { post: postOutsideOf(app.services), secret, cdn_url: cdnUrlOf(app.services) };

  app.get(
    '/webhooks/:id/deliveries',
    {
      config: { permission: 'webhooks:read' },
      schema: {
        operationId: 'listDeliveries',
        summary: 'List deliveries (delivered, pending and failed), newest first',
        description: 'Kept for 30 days after they are finished.',
        tags,
        params: idParam,
        querystring: deliveriesQuery,
        response: replies({ 200: page(delivery) }),
      },
    },
    async ({ actor, db, params, query }) =>
      paged(await getDeliveries(db, actor, { ...query, endpoint_id: params.id }), query, toDelivery),
  );

  app.post(
    '/webhooks/:id/deliveries/:delivery_id/redeliver',
    {
      config: { permission: 'webhooks:write' },
      schema: {
        operationId: 'redeliver',
        summary: 'Send one event again',
        tags,
        params: deliveryParams,
        response: replies({ 200: success(delivery) }),
      },
    },
    async (request, reply) =>
      runIdempotent(request, reply, async (tx, ctx) => {
        const { id: endpoint_id, delivery_id: event_id } = request.params;
        return ok(data(toDelivery(await redeliver(tx, ctx, { endpoint_id, event_id }))));
      }),
  );

  app.post(
    '/webhooks/:id/replay',
    {
      config: { permission: 'webhooks:write', bodyFieldCase: 'snake_case' },
      schema: {
        operationId: 'replayEvents',
        summary: 'Replay all events after a sequence number',
        description: `Only to an address that has responded to a message with 2xx before. At most ${deliveries_at_most} events, one replay at a time, ${cooldown_s} seconds apart.`,
        tags,
        params: idParam,
        body: replayBody,
        response: replies({ 200: success(endpoint) }),
      },
    },
    async (request, reply) =>
      runIdempotent(request, reply, async (tx, ctx) =>
        ok(
          data(
            toEndpoint(
              await replayEvents(tx, ctx, {
                id: request.params.id,
                after: request.body.after,
                deliveries_at_most,
                cooldown_s,
              }),
            ),
          ),
        ),
      ),
  );

  app.post(
    '/webhooks/:id/test',
    {
      config: { permission: 'webhooks:write' },
      schema: {
        operationId: 'testWebhook',
        summary: 'Send a test event now, and return its result',
        tags,
        params: idParam,
        response: replies({ 200: success(delivery) }),
      },
    },
    async ({ actor, db, params }) =>
      data(toDelivery(await testEndpoint(db, actor, { endpoint_id: params.id, sender, clock }))),
  );
}
