import { Type } from 'typebox';
import type { App } from '../../platform/context/app.ts';
import { data, message, page, replies, success } from '../../platform/http/envelope.ts';
import { listPage, paged, pagingQuery } from '../../platform/http/paging.ts';
import { created, ok, runIdempotent } from '../../platform/idempotency/idempotency.ts';
import { reachability } from '../../platform/outbound/addresses.ts';
import { idParam } from '../../platform/validation/fields.ts';
import {
  changeEndpoint,
  createEndpoint,
  getEndpoint,
  numberEarlierEvents,
  refuseLimited,
  removeEndpoint,
  rotateSecret,
} from './endpoints.ts';
import { endpointList } from './queries.ts';
import {
  changeEndpointBody,
  endpoint,
  endpointWithSecret,
  newEndpointBody,
  toEndpoint,
  toEndpointWithSecret,
  withoutSecret,
} from './schemas.ts';

const tags = ['Webhooks'];
const storedWithoutSecret = { keep: withoutSecret };

/** A merchant's webhook endpoints. */
export async function webhookRoutes(app: App): Promise<void> {
  app.register(readingRoutes);
  app.register(changingRoutes);
}

async function readingRoutes(app: App): Promise<void> {
  app.get(
    '/webhooks',
    {
      config: { permission: 'webhooks:read' },
      schema: {
        operationId: 'listWebhooks',
        summary: 'List webhook endpoints with their delivery status',
        tags,
        querystring: Type.Object(pagingQuery),
        response: replies({ 200: page(endpoint) }),
      },
    },
    async ({ actor, db, query }) => {
      refuseLimited(actor);
      const { rows, ...list } = endpointList(db);
      return paged(await listPage(db, rows, { ...list, paging: query }), query, toEndpoint);
    },
  );

  app.get(
    '/webhooks/:id',
    {
      config: { permission: 'webhooks:read' },
      schema: {
        operationId: 'getWebhook',
        summary: 'Get an endpoint',
        tags,
        params: idParam,
        response: replies({ 200: success(endpoint) }),
      },
    },
    async ({ actor, db, params }) => data(toEndpoint(await getEndpoint(db, actor, params.id))),
  );
}

async function changingRoutes(app: App): Promise<void> {
  const { config, database, secret } = app.services;
  const settings = { may_reach: reachability(config.webhook_allow_private), secret };
  const endpoints_at_most = config.storage.webhooks_per_merchant;

  app.post(
    '/webhooks',
    {
      config: { permission: 'webhooks:write', bodyFieldCase: 'snake_case' },
      schema: {
        operationId: 'createWebhook',
        summary: 'Create an endpoint',
        description:
          'Receives events from now on, signed as in [Standard Webhooks](https://www.standardwebhooks.com). Delivered at least once, in order as long as ' +
          'nothing fails, and retried for three days. Recognise repeated events by their `webhook-id`.',
        tags,
        body: newEndpointBody,
        response: replies({ 201: success(endpointWithSecret) }),
      },
    },
    async (request, reply) => {
      await numberEarlierEvents(database, request.actor);
      return runIdempotent(
        request,
        reply,
        async (tx, ctx) =>
          created(
            data(
              toEndpointWithSecret(await createEndpoint(tx, ctx, { input: request.body, settings, endpoints_at_most })),
            ),
          ),
        storedWithoutSecret,
      );
    },
  );

  app.put(
    '/webhooks/:id',
    {
      config: { permission: 'webhooks:write', bodyFieldCase: 'snake_case' },
      schema: {
        operationId: 'updateWebhook',
        summary: 'Change, pause or resume an endpoint',
        tags,
        params: idParam,
        body: changeEndpointBody,
        response: replies({ 200: success(endpoint) }),
      },
    },
    async (request, reply) =>
      runIdempotent(request, reply, async (tx, ctx) =>
        ok(data(toEndpoint(await changeEndpoint(tx, ctx, { id: request.params.id, change: request.body, settings })))),
      ),
  );

  app.post(
    '/webhooks/:id/rotate-secret',
    {
      config: { permission: 'webhooks:write' },
      schema: {
        operationId: 'rotateWebhookSecret',
        summary: 'Rotate the secret; the old one also signs for a day',
        tags,
        params: idParam,
        response: replies({ 200: success(endpointWithSecret) }),
      },
    },
    async (request, reply) =>
      runIdempotent(
        request,
        reply,
        async (tx, ctx) =>
          ok(data(toEndpointWithSecret(await rotateSecret(tx, ctx, { id: request.params.id, settings })))),
        storedWithoutSecret,
      ),
  );

  app.delete(
    '/webhooks/:id',
    {
      config: { permission: 'webhooks:write' },
      schema: {
        operationId: 'deleteWebhook',
        summary: 'Delete an endpoint and its deliveries',
        tags,
        params: idParam,
        response: replies({ 200: message }),
      },
    },
    async (request, reply) =>
      runIdempotent(request, reply, async (tx, ctx) => {
        await removeEndpoint(tx, ctx, request.params.id);
        return ok({ success: true, message: 'Webhook deleted' });
      }),
  );
}
