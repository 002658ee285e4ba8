import type { FastifyRequest } from 'fastify';
import { type AddressOf, addressesBelow, storedForm } from '../../core/pictures.ts';
import { cdnUrlOf } from './downloads.ts';

/** Shows stored pictures as addresses under the host that the client used. */
export const pictureAddresses = (request: FastifyRequest): AddressOf => addressesBelow(() => cdnUrlOf(request));

/** A body with the addresses of its `images` in their stored form. */
export function withKeptPictures<Body extends { images?: string[] }>(request: FastifyRequest, body: Body): Body {
  if (body.images === undefined || body.images.length === 0) return body;
  const cdn_url = cdnUrlOf(request);
  return { ...body, images: body.images.map((address) => storedForm(address, cdn_url)) };
}
