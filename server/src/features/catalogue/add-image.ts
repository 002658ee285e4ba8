import type { OperationContext } from '../../core/actor.ts';
import { invalidField, notFound } from '../../core/errors.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { getProduct, lockProduct, updateProduct } from './queries.ts';
import { usePictures } from './use-pictures.ts';

interface AddedImage {
  product_id: string;
  /** The key of a stored picture. */
  key: string;
  /** That a product may have. */
  images_at_most: number;
}

export const tooManyImages = (images_at_most: number) => invalidField('file', `a product has at most ${images_at_most} images`);

/**
 * Appends a stored picture to a product's images.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR if the product has the maximum
 */
export async function addImage(tx: Transaction, ctx: OperationContext, image: AddedImage): Promise<string[]> {
  const found = await lockProduct(tx, image.product_id);
  if (found === undefined) throw notFound('Product');
  const product = await getProduct(tx, found.id);
  const { images } = product;
  if (images.length >= image.images_at_most) throw tooManyImages(image.images_at_most);
  const changed = [...images, image.key];
  await usePictures(tx, { before: images, after: changed }, ctx.now);
  await updateProduct(tx, found.id, { images: changed }, ctx.now);
  tx.emit({
    type: 'product.updated',
    subject_id: found.id,
    payload: { ...product, images: changed, updated_at: ctx.now },
    previous: product,
    ctx,
  });
  return changed;
}
