import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../db/handle.ts';
import type { Kind } from '../db/memory.ts';
import { type BoundedStore, createBoundedStore } from '../kernel/bounded-store.ts';
import { cdnUrlOf } from './downloads.ts';
import type { Services } from './services.ts';

const kept_at_most_bytes = 32 * 1024 * 1024;

/** What tells of the last change at a merchant; `undefined` where nobody can tell. */
export type FindState = (database: Database, merchant_id: string) => Promise<string | undefined>;

interface Answer {
  /** As a text it leaves in one piece with its headers; bytes would be a second piece. */
  body: string;
  bytes: number;
  etag: string;
}

export interface About {
  kinds: readonly Kind[];
  /** Asking first whether anything has changed is not worth it here, or one statement too many: where others write too, it is made each time. */
  onlyAlone?: boolean;
  /** What else it is made of, beside what was asked: which day it is. */
  also?: unknown;
}

export interface Answers {
  /**
   * Sends what is made, or what was made before where nothing has changed since: events of these kinds tell of everything that it shows.
   * Who names it by its tag is told that it is still so.
   */
  send(request: FastifyRequest, reply: FastifyReply, about: About, make: () => Promise<object>): Promise<never>;
}

/**
 * Keeps answers to questions that are asked again and again, as the bytes that are sent. It looks each time whether they are still right: alone in
 * memory, and where others write too in what they have told. So nobody who has heard of a change is answered as before it.
 */
export function createAnswers(services: Services, findState: FindState): Answers {
  const store: BoundedStore = createBoundedStore(kept_at_most_bytes);
  const asked = new Map<string, Promise<Answer>>();

  const answer = async (key: string, state: unknown, ask: () => Promise<Answer>): Promise<Answer> => {
    if (state === undefined) return ask();
    const kept = store.find<Answer>(key, state);
    services.telemetry.countAnswer(kept === undefined ? 'work' : 'memory');
    if (kept !== undefined) return kept;
    // Who asks the same of the same moment waits for the one answer.
    const once = `${state} ${key}`;
    const before = asked.get(once);
    if (before !== undefined) return before;
    const making = ask();
    asked.set(once, making);
    try {
      const made = await making;
      store.keep(key, state, made, made.bytes);
      return made;
    } finally {
      asked.delete(once);
    }
  };

  return {
    async send(request, reply, about, make) {
      const { db } = request;
      const state =
        db.memory?.stateOf(about.kinds) ?? (about.onlyAlone === true ? undefined : await findState(services.database, db.merchant_id));
      const { body, etag } = await answer(keyOf(request, about.also), state, async () => {
        const body = String(reply.code(200).serializeInput((await make()) as Record<string, unknown>, '200'));
        return { body, bytes: sizeOf(body), etag: `"${createHash('sha1').update(body).digest('base64url')}"` };
      });
      reply.header('etag', etag);
      if (isNamed(request.headers['if-none-match'], etag)) return reply.code(304).send() as never;
      return reply.code(200).type('application/json; charset=utf-8').serializer(String).send(body) as never;
    },
  };
}

/** Everything that an answer is made of beside the merchant's records: what was asked, as it was asked, and what the asker may see. */
function keyOf(request: FastifyRequest, also: unknown): string {
  const { actor, url } = request;
  const { merchant, role, branch_ids, api_key } = actor;
  const rights = api_key === undefined ? role : `${role}:${api_key.permissions.join()}`;
  // Neither of these has a space in it, but for the last.
  return `${merchant.id} ${merchant.currency} ${merchant.timezone} ${rights} ${branch_ids?.join() ?? 'all'} ${placeOf(request)} ${url} ${JSON.stringify(also)}`;
}

/** Addresses of pictures are under the name by which the client found us; where that is no name, no answer with one is made. */
function placeOf(request: FastifyRequest): string {
  try {
    return cdnUrlOf(request);
  } catch {
    return '-';
  }
}

/** What a text takes in memory, more or less: V8 keeps one byte for each character where it can, and two where one of them needs them. */
const sizeOf = (text: string) => (Buffer.byteLength(text) === text.length ? text.length : 2 * text.length);

/** Whether one of the tags that the client has is this one; of a weak one the same bytes are strong enough. */
const isNamed = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag));
