import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OperationContext } from '../../core/actor.ts';
import { createBatchQueues } from '../../core/batch-queues.ts';
import { AppError, type ErrorCode } from '../../core/errors.ts';
import type { Services } from '../context/services.ts';
import type { Handle, Transaction } from '../database/handle.ts';
import {
  type Answer,
  fingerprintOf,
  type IdempotencyOptions,
  keysOf,
  responseText,
  runIdempotent,
  send,
  senderOf,
} from './idempotency.ts';
import { insertAnswers, listAnswers, type NewAnswer } from './queries.ts';

/** The input of one request of a group, and its actor. */
export interface GroupedRequest<Input> {
  input: Input;
  ctx: OperationContext;
}

export type Outcome = { answer: Answer } | { error: AppError };

/** An operation that carries out several requests of one merchant in one transaction. */
interface GroupedOperation<Input, Facts> {
  /** Its name in traces and metrics. */
  name: string;
  /** About how many rows a request writes. */
  weigh(input: Input): number;
  /** Reads what it needs; sent as one statement with other reads. */
  read(db: Handle, requests: readonly GroupedRequest<Input>[]): Promise<Facts>;
  /** One outcome for each request, in their order; a rejected one does not affect the others. */
  work(tx: Transaction, requests: readonly GroupedRequest<Input>[], facts: Facts): Promise<Outcome[]>;
}

interface Waiting<Input> {
  request: FastifyRequest;
  reply: FastifyReply;
  input: Input;
  keys: string[];
  fingerprint: Buffer;
  since: number;
}

/** The committed response, an error, or that the request must run in a transaction of its own. */
type Served = { status: number; body: string } | { error: AppError } | 'individually';

/** With up to this many, a transaction holds its locks hardly longer than with a few. */
const requestsAtMost = 50;
const rowsAtMost = 1_000;
/** The transaction got no connection, so each request by itself would get none either. */
const hasNoRoom = new Set<ErrorCode>(['UNAVAILABLE', 'RATE_LIMITED']);
/** This many are worth a second transaction beside the running one: one computes while the database works for the other. */
const besideFrom = 8;

/**
 * Like `runIdempotent`, for requests of which many arrive at once. Requests of a merchant that arrive while others of it
 * run share the next transaction and its commit; at most two transactions of a merchant run at a time. Each request gets
 * its own outcome after the commit. Repeated requests, and those that could not be committed together, run
 * individually by `runIdempotent`.
 */
export function createGroupCommit<Input, Facts>(
  services: Services,
  { name, weigh, read, work }: GroupedOperation<Input, Facts>,
) {
  const { database, clock, telemetry } = services;

  /** The running requests by merchant and idempotency key. */
  const running = new Map<string, Promise<unknown>>();

  const queues = createBatchQueues<Waiting<Input>, Served>(serve, {
    atMost: requestsAtMost,
    weigh: ({ input }) => weigh(input),
    weightAtMost: rowsAtMost,
    besideFrom,
  });

  async function serve(merchant_id: string, waiting: readonly Waiting<Input>[]): Promise<Served[]> {
    try {
      return await telemetry.batch(name, waiting, () =>
        database.transaction(merchant_id, (tx) => serveIn(tx, waiting), { keeps_plans: true }),
      );
    } catch (error) {
      // The transaction was rolled back. With a single request its error is the answer.
      if (error instanceof AppError && (hasNoRoom.has(error.code) || waiting.length === 1)) throw error;
      return waiting.map(() => 'individually');
    }
  }

  async function serveIn(tx: Transaction, waiting: readonly Waiting<Input>[]): Promise<Served[]> {
    const now = clock.now();
    const requests = waiting.map(({ request, input }) => ({ input, ctx: { actor: request.actor, now } }));
    const keys = waiting.flatMap((one) => one.keys);
    const [kept, facts] = await tx.batchReads((db) =>
      Promise.all([keys.length === 0 ? [] : listAnswers(db, keys), read(db, requests)]),
    );
    const taken = new Set(kept.map(({ key }) => key));
    const isFirst = waiting.map((one) => one.keys.every((key) => !taken.has(key)));
    const outcomes = (
      await work(
        tx,
        requests.filter((_, index) => isFirst[index]),
        facts,
      )
    ).values();
    const answers: NewAnswer[] = [];
    const served = waiting.map((one, index): Served => {
      if (!isFirst[index]) return 'individually';
      const outcome = outcomes.next().value as Outcome;
      if ('error' in outcome) return outcome;
      const { status } = outcome.answer;
      const body = responseText(one.reply, outcome.answer);
      for (const key of one.keys)
        answers.push({ ...senderOf(one.request), key, fingerprint: one.fingerprint, status, body, created_at: now });
      return { status, body };
    });
    if (answers.length > 0) insertAnswers(tx, answers);
    return served;
  }

  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    input: Input,
    options: IdempotencyOptions = {},
  ): Promise<never> => {
    const keys = keysOf(request, options);
    database.checkRoom();
    const fingerprint = keys.length === 0 ? noFingerprint : fingerprintOf(request, reply);
    const served = await join(request.actor.merchant.id, {
      request,
      reply,
      input: input,
      keys,
      fingerprint,
      since: performance.now(),
    });
    if (served === 'individually')
      return runIdempotent(request, reply, (tx, ctx) => runIndividually(tx, { input: input, ctx }), options);
    if ('error' in served) throw served.error;
    return send(reply, { ...served, replayed: false });
  };

  /** If a request with the same idempotency key is still running, waits for it; the stored response is replayed then. */
  async function join(merchant_id: string, one: Waiting<Input>): Promise<Served> {
    const keys = one.keys.map((key) => `${merchant_id} ${key}`);
    const before = keys.flatMap((key) => running.get(key) ?? []);
    if (before.length > 0) {
      await Promise.allSettled(before);
      return 'individually';
    }
    const served = queues.join(merchant_id, one);
    for (const key of keys) running.set(key, served);
    try {
      return await served;
    } finally {
      for (const key of keys) running.delete(key);
    }
  }

  async function runIndividually(tx: Transaction, requests: GroupedRequest<Input>): Promise<Answer> {
    const facts = await tx.batchReads((db) => read(db, [requests]));
    const [outcome] = await work(tx, [requests], facts);
    if (outcome === undefined) throw new Error('the operation returned no outcome');
    if ('error' in outcome) throw outcome.error;
    return outcome.answer;
  }
}

const noFingerprint = Buffer.alloc(0);
