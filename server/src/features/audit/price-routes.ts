import { can } from '../../core/actor.ts';
import type { App } from '../../platform/context/app.ts';
import { page, replies } from '../../platform/http/envelope.ts';
import { paged } from '../../platform/http/paging.ts';
import { idParam } from '../../platform/validation/fields.ts';
import { listPriceChanges } from './queries.ts';
import { requireProduct } from './require-product.ts';
import { priceChange, pricesQuery, toPriceChange } from './schemas.ts';

export async function priceRoutes(app: App): Promise<void> {
  app.get(
    '/products/:id/prices',
    {
      config: { permission: 'catalogue:read' },
      schema: {
        operationId: 'listPriceChanges',
        summary: 'List the prices and costs of a product or variant over time, newest first',
        description: 'Costs for roles that may see them. Kept for 400 days.',
        tags: ['Products'],
        params: idParam,
        querystring: pricesQuery,
        response: replies({ 200: page(priceChange) }),
      },
    },
    async ({ actor, db, params, query }) => {
      const fields = can(actor, 'costs:read') ? ['price', 'cost'] : ['price'];
      const found = await listPriceChanges(db, params.id, fields, query);
      // Without entries, the product is unknown, or its last change is older than the retention period.
      if (found.total === 0) await requireProduct(db, params.id);
      return paged(found, query, (row) => toPriceChange(row, fields));
    },
  );
}
