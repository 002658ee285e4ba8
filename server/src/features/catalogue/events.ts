import { eventType } from '../../platform/http/event-type.ts';
import type { CategoryRow } from './category-queries.ts';
import type { ProductRow } from './queries.ts';
import { category, toCategory, toWholeProduct, wholeProduct } from './schemas.ts';

export const catalogueEvents = {
  'product.created': eventType<ProductRow>('A product or variant was created', wholeProduct, toWholeProduct),
  'product.updated': eventType<ProductRow>(
    'A product or variant was changed, except its stock',
    wholeProduct,
    toWholeProduct,
  ),
  'product.deleted': eventType<ProductRow>('A product or variant was deleted', wholeProduct, toWholeProduct),
  'category.created': eventType<CategoryRow>(
    'A category was created, also by naming it on a product',
    category,
    toCategory,
  ),
  'category.updated': eventType<CategoryRow>('A category was renamed', category, toCategory),
  'category.deleted': eventType<CategoryRow>('A category was deleted', category, toCategory),
};
