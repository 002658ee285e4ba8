import { randomBytes } from 'node:crypto';

/**
 * How product pictures are stored and shown. `images` of a product contains addresses of other services unchanged. For
 * pictures of this service, it contains the path below the service's address for files (`{cdn_url}`). So they stay
 * valid when the address of the service changes.
 */

/** Converts the stored form of a picture to its address. */
export type AddressOf = (image: string) => string;

const absolute = /^[a-z][a-z\d+.-]*:/i;
const pictureKey = /^images\/[\w-]+\/[\w-]+\.(png|jpg|webp)$/;

/** Whether it is the path of a stored file, and not another address. */
export const isOwn = (image: string): boolean => !absolute.test(image);

/** Whether it has the form of a stored picture's key. */
export const isPictureKey = (image: string): boolean => pictureKey.test(image);

/** A key that cannot be guessed, and does not reveal the merchant. */
export function newPictureKey(extension: string): string {
  const name = randomBytes(16).toString('hex');
  return `images/${name.slice(0, 2)}/${name}.${extension}`;
}

/** @param cdn_url called only if it is needed */
export const addressesBelow =
  (cdn_url: () => string): AddressOf =>
  (image) =>
    isOwn(image) ? `${cdn_url()}/${image}` : image;

/**
 * The stored form of an address from a client: its path below this service's address for files, or the whole address.
 */
export function storedForm(address: string, cdn_url: string): string {
  const [given, own] = [URL.parse(address), URL.parse(cdn_url)];
  if (given === null || own === null || given.origin !== own.origin || given.username !== '' || given.password !== '')
    return address;
  const folder = `${own.pathname.replace(/\/+$/, '')}/`;
  const path = given.pathname.slice(folder.length);
  if (!given.pathname.startsWith(folder) || path === '' || !isOwn(path)) return address;
  return path + given.search + given.hash;
}

/** Converts the `images` of a record to addresses; other data is returned unchanged. */
export function withAddresses<Data>(data: Data, addressOf: AddressOf): Data {
  if (typeof data !== 'object' || data === null) return data;
  const { images } = data as { images?: unknown };
  if (!Array.isArray(images)) return data;
  return { ...data, images: images.map((image: unknown) => (typeof image === 'string' ? addressOf(image) : image)) };
}
