import { randomBytes } from 'node:crypto';

/**
 * How pictures of products are kept and shown. `images` of a product holds addresses of others as they are, and of our own pictures the path below
 * the service's own address for files (`{cdn_url}`): so they are right under every name of the service, and after it has moved.
 */

/** Makes the address of what is kept. */
export type AddressOf = (image: string) => string;

const absolute = /^[a-z][a-z\d+.-]*:/i;
const pictureKey = /^images\/[\w-]+\/[\w-]+\.(png|jpg|webp)$/;

/** Whether it is the path of a stored file, and not another address. */
export const isOwn = (image: string): boolean => !absolute.test(image);

/** Whether it has the form of a stored picture's key. */
export const isPictureKey = (image: string): boolean => pictureKey.test(image);

/** A key that says nothing of whose picture it is, and cannot be guessed. */
export function newPictureKey(extension: string): string {
  const name = randomBytes(16).toString('hex');
  return `images/${name.slice(0, 2)}/${name}.${extension}`;
}

/** @param cdn_url called only if it is needed */
export const addressesBelow =
  (cdn_url: () => string): AddressOf =>
  (image) =>
    isOwn(image) ? `${cdn_url()}/${image}` : image;

/** The stored form of an address from a client: its path below this service's address for files, or all of it. */
export function keptForm(address: string, cdn_url: string): string {
  const [given, own] = [URL.parse(address), URL.parse(cdn_url)];
  if (given === null || own === null || given.origin !== own.origin || given.username !== '' || given.password !== '')
    return address;
  const folder = `${own.pathname.replace(/\/+$/, '')}/`;
  const path = given.pathname.slice(folder.length);
  if (!given.pathname.startsWith(folder) || path === '' || !isOwn(path)) return address;
  return path + given.search + given.hash;
}

/** A record with its `images` shown as addresses; anything else as it is. */
export function withAddresses<Data>(data: Data, addressOf: AddressOf): Data {
  if (typeof data !== 'object' || data === null) return data;
  const { images } = data as { images?: unknown };
  if (!Array.isArray(images)) return data;
  return { ...data, images: images.map((image: unknown) => (typeof image === 'string' ? addressOf(image) : image)) };
}
