import { Type } from 'typebox';
import type { App } from '../../http/app.ts';
import { publicAddress } from '../../http/downloads.ts';
import { data, replies, success } from '../../http/envelope.ts';
import { id, idParam } from '../../http/fields.ts';
import { act, created } from '../../http/idempotency.ts';
import { readUpload, registerUploads } from '../../http/uploads.ts';
import { newId } from '../../kernel/ids.ts';
import { invalidField, notFound } from '../../kernel/refusal.ts';
import { addImage } from './add-image.ts';
import { imageBytesAtMost, imageExtensionOf } from './image-rules.ts';
import { findProduct } from './queries.ts';

const productImages = Type.Object({ id: id(), images: Type.Array(Type.String({ format: 'uri' })) });

export async function imageRoutes(app: App): Promise<void> {
  await registerUploads(app, { fileSize: imageBytesAtMost });

  app.post(
    '/products/:id/images',
    {
      config: { permission: 'catalogue:write' },
      schema: {
        operationId: 'addProductImage',
        summary: 'Store a picture of a product: PNG, JPEG or WebP, up to 5 MiB, as `file` of a multipart form',
        tags: ['Products'],
        consumes: ['multipart/form-data'],
        params: idParam,
        response: replies({ 201: success(productImages) }),
      },
    },
    async (request, reply) => {
      if ((await findProduct(request.db, request.params.id)) === undefined) throw notFound('Product');
      const { content } = await readUpload(request);
      const extension = imageExtensionOf(content);
      if (extension === undefined) throw invalidField('file', 'must be a PNG, JPEG or WebP picture');
      const file = `images/${request.actor.merchant.id}/${newId()}.${extension}`;
      const product_id = request.params.id;
      return act(request, reply, async (tx, deed) => {
        const images = await addImage(tx, deed, { product_id, address: publicAddress(request, file) });
        // Last, so that a refusal leaves no file; a file whose transaction then fails is one that nobody knows.
        await app.house.storage.put(file, inOnePiece(content));
        return created(data({ id: product_id.toLowerCase(), images }));
      });
    },
  );
}

async function* inOnePiece(content: Buffer): AsyncIterable<Uint8Array> {
  yield content;
}
