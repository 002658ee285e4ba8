import type { Timestamp } from '../../../core/clock.ts';
import { newPictureKey } from '../../../core/pictures.ts';
import type { Database, Handle } from '../../../platform/database/handle.ts';
import { getMerchant } from '../../merchant/queries.ts';
import { getProduct, updateProduct } from '../queries.ts';
import { insertPicture, listPicturesNamedAfterMerchant, lockProductsShowing } from './picture-queries.ts';
import { usePictures } from './use-pictures.ts';

interface PictureFiles {
  open(name: string): Promise<{ size_bytes: number; content: AsyncIterable<Uint8Array> } | undefined>;
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
}

const at_once = 100;

/**
 * Gives random keys to pictures of earlier versions, whose addresses contain the id of their merchant. The file is
 * copied, the products get the copy, and the old picture is removed like any other unused one.
 * @returns how many were renamed
 */
export async function renamePictures(
  db: Handle,
  now: Timestamp,
  database: Database,
  storage: PictureFiles,
): Promise<number> {
  let renamed = 0;
  let after = '';
  for (;;) {
    const named = await listPicturesNamedAfterMerchant(db, after, at_once);
    for (const { key } of named)
      if (await renamePicture(db.merchant_id, { key, now }, { database, storage })) renamed += 1;
    if (named.length < at_once) return renamed;
    after = named.at(-1)?.key ?? '';
  }
}

async function renamePicture(
  merchant_id: string,
  { key, now }: { key: string; now: Timestamp },
  { database, storage }: { database: Database; storage: PictureFiles },
): Promise<boolean> {
  const found = await storage.open(key);
  // The file was lost earlier: its products stay without a picture.
  if (found === undefined) return false;
  const copy = newPictureKey(key.split('.').at(-1) ?? 'png');
  await database.transaction(merchant_id, (tx) => insertPicture(tx, { key: copy, bytes: found.size_bytes }, now));
  await storage.put(copy, found.content);
  await database.transaction(merchant_id, async (tx) => {
    const merchant = await getMerchant(tx);
    for (const { id } of await lockProductsShowing(tx, key)) {
      const previous = await getProduct(tx, id);
      const images = previous.images.map((image) => (image === key ? copy : image));
      await usePictures(tx, { before: previous.images, after: images }, now);
      await updateProduct(tx, id, { images }, now);
      const payload = { ...previous, images, updated_at: now };
      tx.emit({
        type: 'product.updated',
        subject_id: id,
        payload,
        previous,
        ctx: { actor: { user_id: null, merchant }, now },
      });
    }
  });
  return true;
}
