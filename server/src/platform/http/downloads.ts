import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Branches } from '../../core/branches.ts';
import type { Timestamp } from '../../core/clock.ts';
import { AppError, notFound } from '../../core/errors.ts';
import { isId } from '../../core/ids.ts';
import type { App } from '../context/app.ts';
import type { Services } from '../context/services.ts';
import type { Handle } from '../database/handle.ts';

export const link_lifetime_ms = 24 * 60 * 60 * 1_000;

export const mediaTypes: Record<string, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

const pictureTypes: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' };

/** Pictures are public: their addresses are not signed, cannot be guessed, and always show the same picture. */
function registerPictures(app: App, services: Services): void {
  app.get('/images/*', { schema: { hide: true } }, async (request, reply) => {
    const file = `images/${(request.params as { '*': string })['*']}`;
    const type = pictureTypes[file.split('.').at(-1) ?? ''];
    if (type === undefined || !/^images\/[\w-]+\/[\w-]+\.\w+$/.test(file)) throw notFound('File');
    const found = await services.storage.open(file);
    if (found === undefined) throw notFound('File');
    return reply
      .type(type)
      .header('content-length', found.size_bytes)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(found.content);
  });
}

/** Whether the sender of a link may still read its file. The feature that makes the links decides. */
type MayDownload = (db: Handle, link: LinkSender & { rights: LinkRights }, now: Timestamp) => Promise<boolean>;

/**
 * `/cdn`: files by signed address. Every invalid, expired or removed link is answered with 404, without saying which of
 * these it is; so is a link whose sender may no longer read the file.
 */
export function registerDownloads(app: App, services: Services, mayDownload: MayDownload): void {
  const isStillAllowed = async (merchant_id: string | undefined, link: Omit<Link, 'file'>) => {
    if (merchant_id === undefined || !isId(merchant_id)) return false;
    return mayDownload(services.database.reader(merchant_id), link, services.clock.now());
  };

  registerPictures(app, services);
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const link = readQuery(request.query);
    const file = (request.params as { '*': string })['*'];
    if (
      link === undefined ||
      !isSigned(services, { file, ...link }) ||
      link.expires * 1_000 <= Date.parse(services.clock.now())
    )
      throw notFound('File');
    // The folder of a merchant's files is named after it.
    if (!(await isStillAllowed(file.split('/')[1], link))) throw notFound('File');
    const found = await services.storage.open(file);
    if (found === undefined) throw notFound('File');
    return reply
      .type(mediaTypes[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream')
      .header('content-length', found.size_bytes)
      .header('content-disposition', `attachment; filename="${link.name}"`)
      .header('cache-control', 'private, no-store')
      .send(found.content);
  });
}

function readQuery(query: unknown): (Omit<Link, 'file'> & { signature: string }) | undefined {
  const { name, expires, member, key, costs, signature, ...rest } = query as Record<string, unknown>;
  const branches = readBranches(rest.branches);
  if (branches === undefined) return undefined;
  if (typeof member !== 'string' || !isId(member)) return undefined;
  if (key !== undefined && (typeof key !== 'string' || !isId(key))) return undefined;
  if (typeof name !== 'string' || !/^[\w.-]{1,200}$/.test(name) || typeof signature !== 'string') return undefined;
  return { name, expires: Number(expires), member, key, rights: { costs: costs === 'yes', branches }, signature };
}

/** The branches of a link; `undefined` if they are not ids. */
function readBranches(branches: unknown): Branches | undefined {
  if (branches === undefined) return null;
  if (typeof branches !== 'string') return undefined;
  const ids = branches === '' ? [] : branches.split('.');
  return ids.every(isId) ? ids : undefined;
}

/** The user or API key that requested a link. */
export interface LinkSender {
  member: string;
  /** The API key, if the request was made with one; it acts for this member. */
  key?: string | undefined;
}

interface Link extends LinkSender {
  /** The name in the storage. */
  file: string;
  /** The name of the downloaded file. */
  name: string;
  expires: number;
  rights: LinkRights;
}

/** What a file shows: the sender of its link must still be allowed to see it. */
export interface LinkRights {
  /** Whether it has costs. */
  costs: boolean;
  /** The branches whose data it has. */
  branches: Branches;
}

const signatureOf = ({ secret }: Pick<Services, 'secret'>, link: Link): string => {
  const { file, name, expires, member, key, rights } = link;
  const signed = ['download', file, name, expires, member, rights.costs, rights.branches];
  return createHmac('sha256', secret)
    .update(JSON.stringify(key === undefined ? signed : [...signed, key]))
    .digest('base64url');
};

function isSigned(services: Services, link: Link & { signature: string }): boolean {
  const expected = Buffer.from(signatureOf(services, link));
  const given = Buffer.from(link.signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The public address of a stored file. */
export function publicAddress(request: FastifyRequest, file: string): string {
  return `${cdnUrlOf(request)}/${file}`;
}

/**
 * The base of file addresses for this client.
 * @throws AppError MALFORMED_REQUEST if only the Host header could name it, and does not
 */
export function cdnUrlOf(request: FastifyRequest): string {
  const { cdn_url, public_url } = request.server.services.config;
  return cdn_url ?? `${public_url ?? originOf(request)}/cdn`;
}

export interface SignedLink {
  download_url: string;
  expires_at: Timestamp;
}

/**
 * An address under which a file can be downloaded for a day by any client, as long as the requesting user or API key
 * has the rights.
 */
export function signLink(request: FastifyRequest, file: Pick<Link, 'file' | 'name' | 'rights'>): SignedLink {
  const { services } = request.server;
  return signLinkOf(services, {
    ...file,
    cdn_url: cdnUrlOf(request),
    member: request.actor.user_id,
    key: request.actor.api_key?.id,
    from: services.clock.now(),
  });
}

/** The same without a request, or for a later one. @param file `from`: when the file was written and its day began */
export function signLinkOf(
  services: Pick<Services, 'secret'>,
  { cdn_url, from, ...file }: Omit<Link, 'expires'> & { cdn_url: string; from: Timestamp },
): SignedLink {
  const expires = Math.floor((Date.parse(from) + link_lifetime_ms) / 1_000);
  const { name, member, key, rights } = file;
  const parameters = new URLSearchParams({
    name,
    expires: String(expires),
    member,
    ...(key === undefined ? {} : { key }),
    ...(rights.costs ? { costs: 'yes' } : {}),
    ...(rights.branches === null ? {} : { branches: rights.branches.join('.') }),
    signature: signatureOf(services, { ...file, expires }),
  });
  return { download_url: `${cdn_url}/${file.file}?${parameters}`, expires_at: new Date(expires * 1_000).toISOString() };
}

/** The origin that the client used. A value that is no host is rejected, because the address may be stored. */
export function originOf({ protocol, host }: FastifyRequest): string {
  if (!/^[\w.-]+(?::\d{1,5})?$|^\[[\da-f:.]+\](?::\d{1,5})?$/i.test(host) || !URL.canParse(`${protocol}://${host}`))
    throw new AppError('MALFORMED_REQUEST', 'The Host header does not name a host');
  return `${protocol}://${host}`;
}
