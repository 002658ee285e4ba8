import type { App } from '../../platform/context/app.ts';
import { data, replies, success } from '../../platform/http/envelope.ts';
import { pictureAddresses } from '../../platform/http/picture-addresses.ts';
import { findSellable } from './find-sellables.ts';
import { lookup, lookupQuery, toLookup } from './lookup-schemas.ts';

export async function lookupRoutes(app: App): Promise<void> {
  app.get(
    '/lookup',
    {
      config: { permission: 'catalogue:read', share: 'selling' },
      schema: {
        operationId: 'lookUpCode',
        summary: 'Find the product or variant of a scanned code',
        description:
          'A barcode comes before a SKU. Barcodes of 8, 12, 13 and 14 digits match with other leading zeros; a SKU also matches in upper or lower case. Inactive and deleted products are not found.',
        tags: ['Products'],
        querystring: lookupQuery,
        response: replies({ 200: success(lookup) }),
      },
    },
    async (request) => {
      const { actor, db, query } = request;
      const found = await findSellable(db, actor, query);
      return data(toLookup(found, { currency: actor.merchant.currency, addressOf: pictureAddresses(request) }));
    },
  );
}
