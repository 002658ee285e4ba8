import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OperationContext } from '../../core/actor.ts';
import { covers, outsideOfBranches } from '../../core/branches.ts';
import { AppError, invalidField } from '../../core/errors.ts';
import { no_merchant_id } from '../../core/ids.ts';
import type { Transaction } from '../database/handle.ts';
import { withApproval } from './approvals.ts';
import { claimKeys, listAnswers, type NewClaim, type Sender, type StoredAnswer, updateAnswer } from './queries.ts';

/** The response of a change. */
export interface Answer {
  status: 200 | 201;
  /** `undefined` for an empty body. */
  body: unknown;
}

export const ok = (body?: unknown): Answer => ({ status: 200, body });
export const created = (body: unknown): Answer => ({ status: 201, body });

/** How long responses are stored for repeated requests: longer than a long weekend. */
export const responses_kept_ms = 7 * 24 * 60 * 60 * 1_000;

export interface IdempotencyOptions {
  /** The client's own id of the record that it creates. A repeated id replays the response, also without the header. */
  client_id?: string | undefined;
  /** Runs between the commit and the response: for caches that must be cleared before the client sees the response. */
  afterCommit?: () => Promise<void>;
  /** Returns the stored form of a response with a secret, which is shown only once. */
  keep?: (answer: string) => string;
}

/**
 * Runs one change for a merchant in one transaction, which also stores the response if the request can be repeated.
 * Sends nothing before the commit.
 */
export async function runIdempotent(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: Transaction, ctx: OperationContext) => Promise<Answer>,
  options: IdempotencyOptions = {},
): Promise<never> {
  const { database, clock } = request.server.services;
  const keys = keysOf(request, options);
  const merchant_id = request.actor?.merchant.id ?? no_merchant_id;
  // Before the key is claimed: otherwise repeated requests would fill the rest of the disk with claims.
  database.checkDiskSpace();
  const outcome = await database.transaction(merchant_id, async (tx) => {
    const now = clock.now();
    const replayed =
      keys.length === 0
        ? undefined
        : await claim(tx, keys, { ...senderOf(request), fingerprint: fingerprintOf(request, reply), now });
    if (replayed !== undefined) return replayed;
    const { status, body } = await withApproval(request, { tx, ctx: { actor: request.actor, now } }, work);
    const text = responseText(reply, { status, body });
    if (keys.length > 0) updateAnswer(tx, keys, { status, body: options.keep?.(text) ?? text });
    return { status, body: text, replayed: false };
  });
  await options.afterCommit?.();
  return send(reply, outcome);
}

/**
 * Sends the stored response of a repeated request, if there is one: for work of several transactions, whose response
 * `runIdempotent` can store only at its end.
 */
export async function sendStoredResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  options: IdempotencyOptions = {},
): Promise<boolean> {
  const repeated = { ...senderOf(request), fingerprint: fingerprintOf(request, reply) };
  const db = request.db ?? request.server.services.database.reader(no_merchant_id);
  const stored = findAnswer(await listAnswers(db, keysOf(request, options)), repeated);
  if (stored === undefined) return false;
  send(reply, { ...stored, replayed: true });
  return true;
}

/** Whether a response is stored under one of the request's keys, which may also be another request's. */
export async function isRepeated(request: FastifyRequest, client_id: string | undefined): Promise<boolean> {
  const keys = keysOf(request, { client_id });
  return keys.length > 0 && (await listAnswers(request.db, keys)).length > 0;
}

/** The serialized response, made inside the transaction, so that the stored text equals the sent one. */
export const responseText = (reply: FastifyReply, { status, body }: Answer): string =>
  body === undefined ? '' : String(reply.code(status).serializeInput(body as Record<string, unknown>, String(status)));

export function send(reply: FastifyReply, outcome: { status: number; body: string; replayed: boolean }): never {
  if (outcome.replayed) reply.header('idempotent-replayed', 'true');
  reply.code(outcome.status);
  if (outcome.body === '') reply.send();
  else reply.type('application/json; charset=utf-8').serializer(String).send(outcome.body);
  // Fastify requires a handler to return the reply that it has sent.
  return reply as never;
}

/** The stored response of a repeated request. Claims the keys of a new one. */
async function claim(tx: Transaction, keys: string[], newClaim: NewClaim) {
  const claimed = await claimKeys(tx, keys, newClaim);
  if (claimed.length === keys.length) return undefined;
  const stored = findAnswer(await listAnswers(tx, keys), newClaim);
  if (stored === undefined)
    throw new AppError('UNAVAILABLE', 'The same request is still running', [], { retry_after_s: 1 });
  // The other key of this request is new: store the same response under it.
  if (claimed.length > 0) updateAnswer(tx, claimed, stored);
  return { ...stored, replayed: true };
}

/**
 * The response stored under one of the keys. All stored rows must belong to the sender and the request, not only the
 * one that is replayed.
 * @throws AppError IDEMPOTENCY_CONFLICT if it was another request or another sender's, FORBIDDEN if the sender may see
 * fewer branches now
 */
function findAnswer(
  stored: readonly StoredAnswer[],
  repeated: Sender & { fingerprint: Buffer },
): StoredResponse | undefined {
  for (const { key, actor_id, fingerprint } of stored) {
    if (actor_id !== null && actor_id !== repeated.actor_id) throw conflict(key, 'was already used by another user');
    if (!fingerprint.equals(repeated.fingerprint)) throw conflict(key, 'was already used with another request');
  }
  const answer = stored.find(({ status }) => status !== null);
  if (answer === undefined) return undefined;
  if (answer.actor_id !== null && !covers(repeated.branch_ids, answer.branch_ids)) throw outsideOfBranches();
  return { status: answer.status ?? 200, body: answer.body ?? '' };
}

interface StoredResponse {
  status: number;
  body: string;
}

const conflict = (key: string, message: string) => {
  const field = key.startsWith('id ') ? 'id' : 'Idempotency-Key';
  return new AppError('IDEMPOTENCY_CONFLICT', `This ${field} ${message}`, [{ field, message }]);
};

/** The sender of a request. On routes without a merchant, only the token identifies the user. */
export const senderOf = ({ actor, claims }: FastifyRequest): Sender => ({
  actor_id: actor?.api_key?.id ?? actor?.user_id ?? claims?.sub ?? null,
  branch_ids: actor?.branch_ids ?? null,
});

/** A repeated DELETE finds nothing, which says enough. */
const keyedMethods = ['POST', 'PUT', 'PATCH'];

export function keysOf(request: FastifyRequest, options: IdempotencyOptions): string[] {
  if (!keyedMethods.includes(request.method)) return [];
  const keys: string[] = [];
  const header = request.headers['idempotency-key'];
  if (header !== undefined) {
    if (typeof header !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(header)) {
      throw invalidField('Idempotency-Key', 'must be 1 to 255 printable ASCII characters');
    }
    // On routes without a merchant, the key includes the user.
    keys.push(
      request.actor === undefined && request.claims !== undefined
        ? `user ${request.claims.sub} ${header}`
        : `key ${header}`,
    );
  }
  if (options.client_id !== undefined) keys.push(`id ${pathOf(request)} ${options.client_id}`);
  return keys;
}

export const pathOf = (request: FastifyRequest) => (request.url.split('?')[0] ?? '').replace(/\/+$/, '');

/** Distinguishes requests without storing their content, because a body may contain a password. */
export function fingerprintOf(request: FastifyRequest, reply: FastifyReply): Buffer {
  // The stored response has one shape; a request for another shape counts as another request.
  const preference = reply.getHeader('preference-applied');
  const text = JSON.stringify([
    request.method,
    pathOf(request),
    inOrder(request.query),
    inOrder(request.body ?? {}),
    preference,
  ]);
  return createHmac('sha256', request.server.services.secret).update(text).digest();
}

/** The fields in a fixed order, whatever the order in which the client sent them. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  return Object.keys(fields)
    .sort()
    .map((name) => [name, inOrder(fields[name])]);
}
