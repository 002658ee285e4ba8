import { Type } from 'typebox';
import { notFound } from '../../../core/errors.ts';
import type { App } from '../../../platform/context/app.ts';
import { data, replies, success } from '../../../platform/http/envelope.ts';
import { pictureAddresses } from '../../../platform/http/picture-addresses.ts';
import { created, runIdempotent, sendStoredResponse } from '../../../platform/idempotency/idempotency.ts';
import { checkUploadSpace } from '../../../platform/limits/upload-space.ts';
import { id, idParam } from '../../../platform/validation/fields.ts';
import { readUpload, registerUploads } from '../../../platform/validation/uploads.ts';
import { findProduct } from '../queries.ts';
import { checkImage, imageBytesAtMost } from '../rules.ts';
import { removePicturesAfterCommit } from './remove-pictures.ts';
import { addImage, discardPicture, storePicture, tooManyImages } from './store-picture.ts';

const productImages = Type.Object({ id: id(), images: Type.Array(Type.String({ format: 'uri' })) });

export async function imageRoutes(app: App): Promise<void> {
  await registerUploads(app, { fileSize: imageBytesAtMost });
  removePicturesAfterCommit(app.services, (error) =>
    app.log.warn({ err: error }, 'removing unused pictures failed and is retried by maintenance'),
  );

  app.post(
    '/products/:id/images',
    {
      config: { permission: 'catalogue:write', isHeavy: true },
      schema: {
        operationId: 'addProductImage',
        summary: 'Upload a picture of a product: PNG, JPEG or WebP, up to 5 MiB, as `file` of a multipart form',
        tags: ['Products'],
        consumes: ['multipart/form-data'],
        params: idParam,
        response: replies({ 201: success(productImages) }),
      },
    },
    async (request, reply) => {
      const { services } = app;
      const { picture_bytes_per_merchant: bytes_at_most, pictures_per_product: images_at_most } =
        services.config.storage;
      const product_id = request.params.id;
      const product = await findProduct(request.db, product_id);
      if (product === undefined) throw notFound('Product');
      const { content } = await readUpload(request);
      const { extension } = checkImage(content);
      if (await sendStoredResponse(request, reply)) return reply as never;
      if (product.images.length >= images_at_most) throw tooManyImages(images_at_most);
      await checkUploadSpace(services);
      const merchant_id = request.actor.merchant.id;
      // Stored before the transaction: storage may be slow, and must not hold a connection.
      const key = await storePicture(services, merchant_id, { content, extension, bytes_at_most });
      const addressOf = pictureAddresses(request);
      try {
        return await runIdempotent(request, reply, async (tx, ctx) => {
          const images = await addImage(tx, ctx, { product_id, key, images_at_most });
          return created(data({ id: product_id, images: images.map(addressOf) }));
        });
      } finally {
        // Does nothing if a product has the picture.
        await discardPicture(services, merchant_id, key);
      }
    },
  );
}
