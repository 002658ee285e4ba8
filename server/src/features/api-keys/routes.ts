import type { FastifyRequest } from 'fastify';
import type { App } from '../../platform/context/app.ts';
import { data, message, page, replies, success } from '../../platform/http/envelope.ts';
import { mailNoticeOf } from '../../platform/http/mail-notice.ts';
import { listPage, paged, readSort } from '../../platform/http/paging.ts';
import { created, ok, runIdempotent } from '../../platform/idempotency/idempotency.ts';
import { idParam } from '../../platform/validation/fields.ts';
import { getApiKey, renameApiKey, revokeApiKey } from './change-api-key.ts';
import { createApiKey } from './create-api-key.ts';
import { apiKeyList } from './queries.ts';
import {
  apiKey,
  apiKeyBody,
  apiKeyQuery,
  createdApiKey,
  newApiKeyBody,
  toApiKey,
  toCreatedApiKey,
  withoutKey,
} from './schemas.ts';

const tags = ['API keys'];
const mayRead = { permission: 'api-keys:read' } as const;
const mayWrite = { permission: 'api-keys:write' } as const;

/** API keys, with which the merchant's own programs use the API. */
export async function apiKeyRoutes(app: App): Promise<void> {
  readRoutes(app);
  changeRoutes(app);
}

function readRoutes(app: App): void {
  const { clock } = app.services;

  app.get(
    '/api-keys',
    {
      config: mayRead,
      schema: {
        operationId: 'listApiKeys',
        summary: 'The merchant’s API keys, revoked ones included',
        tags,
        querystring: apiKeyQuery,
        response: replies({ 200: page(apiKey) }),
      },
    },
    async ({ db, query }) => {
      const { rows, count, keys } = apiKeyList(db, { status: query.status, now: clock.now() });
      const order = readSort(query.sort, keys, '-created_at');
      return paged(await listPage(db, rows, { count, order, paging: query }), query, toApiKey);
    },
  );

  app.get(
    '/api-keys/:id',
    {
      config: mayRead,
      schema: {
        operationId: 'getApiKey',
        summary: 'One API key',
        tags,
        params: idParam,
        response: replies({ 200: success(apiKey) }),
      },
    },
    async ({ db, params }) => data(toApiKey(await getApiKey(db, params.id, clock.now()))),
  );
}

/** With this, a key that was revoked before the response is rejected after it, by every process. */
const clearCachedKeys = ({ server, actor }: FastifyRequest) => ({
  afterCommit: () => server.authentication.forgetMerchant(actor.merchant.id),
});

function changeRoutes(app: App): void {
  app.post(
    '/api-keys',
    {
      config: mayWrite,
      schema: {
        operationId: 'createApiKey',
        summary: 'Create an API key with some of one’s own permissions',
        description:
          'The key is returned in this response only. It acts for its creator, and never has more than the creator’s current permissions: it stops working when the creator’s membership ends.',
        tags,
        body: newApiKeyBody,
        response: replies({ 201: success(createdApiKey) }),
      },
    },
    async (request, reply) =>
      runIdempotent(
        request,
        reply,
        async (tx, ctx) => {
          const notice = mailNoticeOf(request);
          const options = { input: request.body, service_secret: app.services.secret, notice };
          return created(data(toCreatedApiKey(await createApiKey(tx, ctx, options))));
        },
        { keep: withoutKey },
      ),
  );

  app.put(
    '/api-keys/:id',
    {
      config: mayWrite,
      schema: {
        operationId: 'renameApiKey',
        summary: 'Rename an API key',
        tags,
        params: idParam,
        body: apiKeyBody,
        response: replies({ 200: success(apiKey) }),
      },
    },
    async (request, reply) => {
      const change = { ...request.body, ...request.params };
      return runIdempotent(
        request,
        reply,
        async (tx, ctx) => ok(data(toApiKey(await renameApiKey(tx, ctx, change)))),
        clearCachedKeys(request),
      );
    },
  );

  app.delete(
    '/api-keys/:id',
    {
      config: mayWrite,
      schema: {
        operationId: 'revokeApiKey',
        summary: 'Revoke an API key for good',
        tags,
        params: idParam,
        response: replies({ 200: message }),
      },
    },
    async (request, reply) =>
      runIdempotent(
        request,
        reply,
        async (tx, ctx) => {
          const { name } = await revokeApiKey(tx, ctx, request.params.id);
          return ok({ success: true, message: `The key ${name} is revoked` });
        },
        clearCachedKeys(request),
      ),
  );
}
