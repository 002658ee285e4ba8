import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type BoundedStore, createBoundedStore } from '../../core/concurrency/bounded-store.ts';
import type { Services } from '../context/services.ts';
import type { Database } from '../database/handle.ts';
import type { Kind } from '../database/tenant-caches.ts';
import { cdnUrlOf } from '../http/downloads.ts';

const max_bytes = 12 * 1024 * 1024;

/** A token of the last change at a merchant; `undefined` if it is unknown. */
export type FindState = (database: Database, merchant_id: string) => Promise<string | undefined>;

interface CachedResponse {
  /** A string is sent in one packet with the headers; bytes would be a second packet. */
  body: string;
  bytes: number;
  etag: string;
}

export interface CacheOptions {
  kinds: readonly Kind[];
  /** Do not cache if several processes write: reading the last change costs more than making the response. */
  onlySingleProcess?: boolean;
  /** Other values that the response depends on, such as the day. */
  alsoDependsOn?: unknown;
}

export interface ResponseCache {
  /**
   * Sends the response that `make` makes, or the cached one if no event of these kinds was emitted since. Answers 304
   * to a request with its ETag.
   */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    options: CacheOptions,
    make: () => Promise<object>,
  ): Promise<never>;
}

/**
 * Caches responses of frequent reads as the text that is sent. Each use checks that nothing has changed: in memory
 * where only this process writes, else by the last event in the database. A client that knows of a change never gets a
 * response from before it.
 */
export function createResponseCache(services: Services, findState: FindState): ResponseCache {
  const store: BoundedStore = createBoundedStore(max_bytes);
  /** Responses that are being made. */
  const pending = new Map<string, Promise<CachedResponse>>();

  const findOrMake = async (
    key: string,
    state: unknown,
    make: () => Promise<CachedResponse>,
  ): Promise<CachedResponse> => {
    if (state === undefined) return make();
    const cached = store.get<CachedResponse>(key, state);
    services.telemetry.countResponse(cached === undefined ? 'database' : 'cache');
    if (cached !== undefined) return cached;
    // Concurrent equal requests in the same state share one response.
    const pendingKey = `${state} ${key}`;
    const shared = pending.get(pendingKey);
    if (shared !== undefined) return shared;
    const making = make();
    pending.set(pendingKey, making);
    try {
      const made = await making;
      store.set(key, state, made, made.bytes);
      return made;
    } finally {
      pending.delete(pendingKey);
    }
  };

  return {
    async send(request, reply, options, make) {
      const { db } = request;
      const state =
        db.cache?.versionOf(options.kinds) ??
        (options.onlySingleProcess === true ? undefined : await findState(services.database, db.merchant_id));
      const { body, etag } = await findOrMake(keyOf(request, options.alsoDependsOn), state, async () => {
        const body = String(reply.code(200).serializeInput((await make()) as Record<string, unknown>, '200'));
        return { body, bytes: sizeOf(body), etag: `"${createHash('sha1').update(body).digest('base64url')}"` };
      });
      reply.header('etag', etag);
      if (isNamed(request.headers['if-none-match'], etag)) return reply.code(304).send() as never;
      return reply.code(200).type('application/json; charset=utf-8').serializer(String).send(body) as never;
    },
  };
}

/** Everything that a response depends on beside the merchant's records: the request and what its user may see. */
function keyOf(request: FastifyRequest, alsoDependsOn: unknown): string {
  const { actor, url } = request;
  const { merchant, role, branch_ids, api_key } = actor;
  const rights = api_key === undefined ? role : `${role}:${api_key.permissions.join()}`;
  // Only the last part can contain a space, so the parts cannot be confused.
  return `${merchant.id} ${merchant.currency} ${merchant.timezone} ${rights} ${branch_ids?.join() ?? 'all'} ${baseAddressOf(request)} ${url} ${JSON.stringify(alsoDependsOn)}`;
}

/**
 * Picture addresses begin with the host that the client used. Without a valid host, no response with a picture address
 * can be made.
 */
function baseAddressOf(request: FastifyRequest): string {
  try {
    return cdnUrlOf(request);
  } catch {
    return '-';
  }
}

/** The approximate size of a text in memory. V8 uses one byte per character, or two if any character needs them. */
export const sizeOf = (text: string): number =>
  Buffer.byteLength(text) === text.length ? text.length : 2 * text.length;

/** Whether the header names this tag. A weak tag matches, too. */
const isNamed = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag));
