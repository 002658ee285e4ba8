import type { App } from '../../platform/context/app.ts';
import { data, message, page, replies, success } from '../../platform/http/envelope.ts';
import { paged } from '../../platform/http/paging.ts';
import { created, ok, runIdempotent } from '../../platform/idempotency/idempotency.ts';
import { idParam } from '../../platform/validation/fields.ts';
import { createCategory, deleteCategory, emptyCategory, renameCategory } from './categories.ts';
import { listCategories } from './category-queries.ts';
import { categoriesQuery, category, categoryBody, toCategory } from './schemas.ts';

const tags = ['Products'];

export async function categoryRoutes(app: App): Promise<void> {
  app.get(
    '/categories',
    {
      config: { permission: 'catalogue:read' },
      schema: {
        operationId: 'listCategories',
        summary: 'List categories by name',
        tags,
        querystring: categoriesQuery,
        response: replies({ 200: page(category) }),
      },
    },
    (request, reply) =>
      // A category includes its number of products.
      app.responseCache.send(request, reply, { kinds: ['category', 'product'] }, async () => {
        const { db, query } = request;
        return paged(await listCategories(db, query), query, toCategory);
      }),
  );

  app.post(
    '/categories',
    {
      config: { permission: 'catalogue:write' },
      schema: {
        operationId: 'createCategory',
        summary: 'Create a category',
        tags,
        body: categoryBody,
        response: replies({ 201: success(category) }),
      },
    },
    async (request, reply) =>
      runIdempotent(request, reply, async (tx, ctx) =>
        created(data(toCategory(await createCategory(tx, ctx, request.body)))),
      ),
  );

  app.put(
    '/categories/:id',
    {
      config: { permission: 'catalogue:write' },
      schema: {
        operationId: 'renameCategory',
        summary: 'Rename a category',
        tags,
        params: idParam,
        body: categoryBody,
        response: replies({ 200: success(category) }),
      },
    },
    async (request, reply) =>
      runIdempotent(request, reply, async (tx, ctx) => {
        const renamed = await renameCategory(tx, ctx, { id: request.params.id, name: request.body.name });
        return ok(data(toCategory(renamed)));
      }),
  );

  app.delete(
    '/categories/:id',
    {
      config: { permission: 'catalogue:write' },
      schema: {
        operationId: 'deleteCategory',
        summary: 'Delete a category; its products stay, without a category',
        tags,
        params: idParam,
        response: replies({ 200: message }),
      },
    },
    async (request, reply) => {
      const { actor, params } = request;
      await emptyCategory(app.services.database, { actor, now: app.services.clock.now() }, params.id);
      return runIdempotent(request, reply, async (tx, ctx) => {
        await deleteCategory(tx, ctx, params.id);
        return ok({ success: true, message: 'Category deleted' });
      });
    },
  );
}
