import type { Transaction } from '../../db/handle.ts';
import type { Deed } from '../../kernel/actor.ts';
import { invalidField, notFound } from '../../kernel/refusal.ts';
import { imagesAtMost } from './image-rules.ts';
import { getProduct, lockProduct, updateProduct } from './queries.ts';

/** Puts one more address at the end of a product's images. @throws Refusal NOT_FOUND, VALIDATION_ERROR when there are enough */
export async function addImage(tx: Transaction, deed: Deed, image: { product_id: string; address: string }): Promise<string[]> {
  const found = await lockProduct(tx, image.product_id);
  if (found === undefined) throw notFound('Product');
  const product = await getProduct(tx, found.id);
  const { images } = product;
  if (images.length >= imagesAtMost) throw invalidField('file', `a product has at most ${imagesAtMost} images`);
  const changed = [...images, image.address];
  await updateProduct(tx, found.id, { images: changed }, deed.now);
  tx.tell({
    type: 'product.updated',
    subject_id: found.id,
    fact: { ...product, images: changed, updated_at: deed.now },
    was: product,
    deed,
  });
  return changed;
}
