import { Type } from 'typebox';
import { can } from '../../core/actor.ts';
import { notFound } from '../../core/errors.ts';
import type { App } from '../../platform/context/app.ts';
import { data, message, page, replies, success } from '../../platform/http/envelope.ts';
import { paged } from '../../platform/http/paging.ts';
import { pictureAddresses, withKeptPictures } from '../../platform/http/picture-addresses.ts';
import { prefersRepresentation } from '../../platform/http/preference.ts';
import { created, ok, runIdempotent } from '../../platform/idempotency/idempotency.ts';
import { idParam } from '../../platform/validation/fields.ts';
import type { RuleCheck } from '../../platform/validation/rule-faults.ts';
import { changeProduct, changeProducts } from './change-product.ts';
import { createProduct, createVariant } from './create-product.ts';
import { deleteProduct } from './delete-products.ts';
import { listProducts } from './list-queries.ts';
import { findProductWithVariants } from './queries.ts';
import {
  type CommonInput,
  type ProductInput,
  validateProduct,
  validateProductChanges,
  variantsAtMost,
} from './rules.ts';
import {
  changedProduct,
  changedProducts,
  changeProductBody,
  changeProductsBody,
  flatProduct,
  listedProduct,
  newProductBody,
  product,
  productDetail,
  productsQuery,
  toChanged,
  toDetail,
  toProduct,
  toVariant,
  variant,
} from './schemas.ts';

const tags = ['Products'];

const checkRules: RuleCheck = (request, part) => {
  const { images, ...others } = part as ProductInput;
  const wellFormed: ProductInput = images?.every((image) => typeof image === 'string') ? { ...others, images } : others;
  return validateProduct(withKeptPictures(request, wellFormed), request.actor.merchant.currency);
};

/** The kinds of events that change a product in a response: events of the product, its category, and its stock. */
const productCacheOptions = { kinds: ['product', 'category', 'stock', 'warehouse', 'branch'] };

export async function productRoutes(app: App): Promise<void> {
  app.get(
    '/products',
    {
      config: { permission: 'catalogue:read' },
      schema: {
        operationId: 'listProducts',
        summary: 'List products, newest first by default',
        tags,
        querystring: productsQuery,
        response: replies({ 200: page(listedProduct) }),
      },
    },
    (request, reply) =>
      app.responseCache.send(request, reply, productCacheOptions, async () => {
        const { actor, db, query } = request;
        const list = { sort: query.sort || undefined, sees_costs: can(actor, 'costs:read'), paging: query };
        const addressOf = pictureAddresses(request);
        return paged(await listProducts(db, query, list), query, (row) => toProduct(row, actor, addressOf));
      }),
  );

  app.get(
    '/products/:id',
    {
      config: { permission: 'catalogue:read' },
      schema: {
        operationId: 'getProduct',
        summary: 'Get a product with its variants, or a variant',
        tags,
        params: idParam,
        response: replies({ 200: success(productDetail) }),
      },
    },
    (request, reply) =>
      app.responseCache.send(request, reply, { ...productCacheOptions, onlySingleProcess: true }, async () => {
        const { actor, db, params } = request;
        const found = await findProductWithVariants(db, params.id);
        if (found === undefined) throw notFound('Product');
        return data(toDetail(found, actor, pictureAddresses(request)));
      }),
  );

  app.post(
    '/products',
    {
      config: { permission: 'catalogue:write', checkRules },
      schema: {
        operationId: 'createProduct',
        summary: 'Create a product',
        description: 'With `Prefer: return=representation` the response is the product without an envelope.',
        tags,
        body: newProductBody,
        response: replies({ 201: Type.Union([success(product), flatProduct]) }),
      },
    },
    async (request, reply) => {
      const flat = prefersRepresentation(request, reply);
      const input = withKeptPictures(request, request.body);
      return runIdempotent(request, reply, async (tx, ctx) => {
        const newProduct = toProduct(await createProduct(tx, ctx, input), ctx.actor, pictureAddresses(request));
        return created(flat ? { success: true, ...newProduct } : data(newProduct));
      });
    },
  );

  app.post(
    '/products/bulk-update',
    {
      config: {
        permission: 'catalogue:write',
        checkRules: ({ actor }, part) =>
          validateProductChanges(part as { changes?: CommonInput }, actor.merchant.currency),
      },
      schema: {
        operationId: 'changeProducts',
        summary: 'Apply the same changes to many products: to all or none',
        description: 'Unknown ids are skipped. Variants may be included; they stay in the category of their product.',
        tags,
        body: changeProductsBody,
        response: replies({ 200: success(changedProducts) }),
      },
    },
    (request, reply) =>
      runIdempotent(request, reply, async (tx, ctx) =>
        ok(data(await changeProducts(tx, ctx, request.body.ids, request.body.changes))),
      ),
  );

  for (const [method, operationId] of [
    ['PUT', 'updateProduct'],
    ['PATCH', 'patchProduct'],
  ] as const) {
    app.route({
      method,
      url: '/products/:id',
      config: { permission: 'catalogue:write', checkRules, takesApproval: true },
      schema: {
        operationId,
        summary: 'Change a product',
        description:
          'Returns the changed fields; with `Prefer: return=representation` the whole product without an envelope. The change applies in all branches, also if the user is limited to some of them.',
        tags,
        params: idParam,
        body: changeProductBody,
        response: replies({ 200: Type.Union([success(changedProduct), flatProduct]) }),
      },
      handler: async (request, reply) => {
        const flat = prefersRepresentation(request, reply);
        const addressOf = pictureAddresses(request);
        const input = { ...withKeptPictures(request, request.body), id: request.params.id };
        return runIdempotent(request, reply, async (tx, ctx) => {
          const changed = await changeProduct(tx, ctx, input);
          const { actor } = ctx;
          return ok(
            flat
              ? { success: true, ...toProduct(changed, actor, addressOf) }
              : data(toChanged(changed, { actor, sent: request.body, addressOf })),
          );
        });
      },
    });
  }

  app.delete(
    '/products/:id',
    {
      config: { permission: 'catalogue:write' },
      schema: {
        operationId: 'deleteProduct',
        summary: 'Delete a product and its variants',
        tags,
        params: idParam,
        response: replies({ 200: message }),
      },
    },
    async (request, reply) =>
      runIdempotent(request, reply, async (tx, ctx) => {
        await deleteProduct(tx, ctx, request.params.id);
        return ok({ success: true, message: 'Product deleted' });
      }),
  );

  app.post(
    '/products/:id/variants',
    {
      config: { permission: 'catalogue:write', checkRules },
      schema: {
        operationId: 'createVariant',
        summary: 'Create a variant of a product',
        description: `A product has at most ${variantsAtMost} variants.`,
        tags,
        params: idParam,
        body: newProductBody,
        response: replies({ 201: success(variant) }),
      },
    },
    async (request, reply) => {
      const input = { ...withKeptPictures(request, request.body), product_id: request.params.id };
      return runIdempotent(request, reply, async (tx, ctx) =>
        created(data(toVariant(await createVariant(tx, ctx, input), ctx.actor, pictureAddresses(request)))),
      );
    },
  );
}
