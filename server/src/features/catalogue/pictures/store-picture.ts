import type { OperationContext } from '../../../core/actor.ts';
import type { Clock } from '../../../core/clock.ts';
import { AppError, invalidField, notFound } from '../../../core/errors.ts';
import { newPictureKey } from '../../../core/pictures.ts';
import type { Database, Transaction } from '../../../platform/database/handle.ts';
import { getProduct, lockProduct, updateProduct } from '../queries.ts';
import {
  deleteRemovedPictures,
  insertPicture,
  lockPictures,
  markUploadForRemoval,
  sumPictureBytes,
} from './picture-queries.ts';
import { sizeOf } from './size-rules.ts';
import { usePictures } from './use-pictures.ts';

export interface PictureStorage {
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  remove(name: string): Promise<void>;
}

export interface PictureServices {
  database: Database;
  storage: PictureStorage;
  clock: Clock;
}

interface NewPicture {
  content: Buffer;
  extension: string;
  /** The quota of the merchant's pictures. */
  bytes_at_most: number;
}

/**
 * Stores a picture that no product has yet. Adds it to the quota first, then writes its file without holding a database
 * connection. `removeUnusedPictures` removes it if no product gets it, even if this process ends.
 * @returns its key
 * @throws AppError INVALID_STATE beyond the merchant's quota, UNAVAILABLE if the file cannot be written
 */
export async function storePicture(
  services: PictureServices,
  merchant_id: string,
  { content, extension, bytes_at_most }: NewPicture,
): Promise<string> {
  const key = newPictureKey(extension);
  services.database.checkDiskSpace();
  await services.database.transaction(merchant_id, async (tx) => {
    await lockPictures(tx);
    if ((await sumPictureBytes(tx)) + BigInt(content.length) > BigInt(bytes_at_most))
      throw new AppError(
        'INVALID_STATE',
        `All pictures together may take ${sizeOf(bytes_at_most)}: remove some first`,
        [],
        {
          quota: 'pictures',
        },
      );
    await insertPicture(tx, { key, bytes: content.length }, services.clock.now());
  });
  try {
    await services.storage.put(key, singleChunk(content));
  } catch (error) {
    await discardPicture(services, merchant_id, key);
    throw error;
  }
  return key;
}

/** Removes a stored picture that no product has. Never throws: maintenance removes what is left. */
export async function discardPicture(
  { database, storage, clock }: PictureServices,
  merchant_id: string,
  key: string,
): Promise<void> {
  const db = database.reader(merchant_id);
  try {
    if (!(await markUploadForRemoval(db, key, clock.now()))) return;
    await storage.remove(key);
    await deleteRemovedPictures(db, [key]);
  } catch {
    // Maintenance removes it.
  }
}

async function* singleChunk(content: Buffer): AsyncIterable<Uint8Array> {
  yield content;
}

interface AddedImage {
  product_id: string;
  /** The key of a stored picture. */
  key: string;
  /** The maximum of images of a product. */
  images_at_most: number;
}

export const tooManyImages = (images_at_most: number) =>
  invalidField('file', `a product has at most ${images_at_most} images`);

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
