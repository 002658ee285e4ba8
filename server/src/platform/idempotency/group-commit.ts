import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OperationContext } from '../../core/actor.ts';
import { createBatchQueues } from '../../core/concurrency/batch-queues.ts';
import { createStartGate } from '../../core/concurrency/start-gate.ts';
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

/** The committed response, an error, or that the request must run in a separate transaction. */
type GroupOutcome = { status: number; body: string } | { error: AppError } | 'individually';

/** With up to this many requests, a transaction holds its locks hardly longer than with a few. */
const requestsAtMost = 50;
const rowsAtMost = 1_000;
/** The transaction got no connection, so single requests would get none either. */
const noConnectionCodes = new Set<ErrorCode>(['UNAVAILABLE', 'RATE_LIMITED']);
/** If this many requests wait, a second transaction starts: one computes while the database works for the other. */
const secondBatchFrom = 8;
/** While this many transactions run, further ones would only share the processor. */
const transactionsAtOnce = 2;
/** The longest wait for other merchants. Meanwhile more requests of the merchant arrive, and share its transaction. */
const wait_ms = 10;
/** A transaction that has run for longer waits for a lock or the disk. */
const counted_ms = 100;

/**
 * Like `runIdempotent`, for requests of which many arrive at once. Requests of a merchant that arrive while others of
 * it run share the next transaction and its commit; at most two transactions of a merchant run at a time. While those of
 * other merchants run, a transaction waits for ten milliseconds at most, so that more requests share it. Each request
 * gets its own outcome after the commit. Repeated requests, those with an approval, and those that could not be
 * committed together, run individually by `runIdempotent`.
 */
export function createGroupCommit<Input, Facts>(
  services: Services,
  { name, weigh, read, work }: GroupedOperation<Input, Facts>,
) {
  const { database, clock, telemetry } = services;

  /** The running requests by merchant and idempotency key. */
  const running = new Map<string, Promise<unknown>>();

  const queues = createBatchQueues<Waiting<Input>, GroupOutcome>(runGroup, {
    atMost: requestsAtMost,
    weigh: ({ input }) => weigh(input),
    weightAtMost: rowsAtMost,
    secondBatchFrom,
    start: createStartGate({ atOnce: transactionsAtOnce, wait_ms, counted_ms }).run,
  });

  async function runGroup(merchant_id: string, waiting: readonly Waiting<Input>[]): Promise<GroupOutcome[]> {
    try {
      return await telemetry.batch(name, waiting, () =>
        database.transaction(merchant_id, (tx) => runInTransaction(tx, waiting), {
          generic_plans: true,
          has_own_limit: true,
        }),
      );
    } catch (error) {
      // The transaction was rolled back. The error of a single request is its response.
      if (error instanceof AppError && (noConnectionCodes.has(error.code) || waiting.length === 1)) throw error;
      return waiting.map(() => 'individually');
    }
  }

  async function runInTransaction(tx: Transaction, waiting: readonly Waiting<Input>[]): Promise<GroupOutcome[]> {
    const now = clock.now();
    const requests = waiting.map(({ request, input }) => ({ input, ctx: { actor: request.actor, now } }));
    const keys = waiting.flatMap((item) => item.keys);
    const [stored, facts] = await tx.batchReads((db) =>
      Promise.all([keys.length === 0 ? [] : listAnswers(db, keys), read(db, requests)]),
    );
    const usedKeys = new Set(stored.map(({ key }) => key));
    const isFirst = waiting.map((item) => item.keys.every((key) => !usedKeys.has(key)));
    const outcomes = (
      await work(
        tx,
        requests.filter((_, index) => isFirst[index]),
        facts,
      )
    ).values();
    const answers: NewAnswer[] = [];
    const served = waiting.map((item, index): GroupOutcome => {
      if (!isFirst[index]) return 'individually';
      const outcome = outcomes.next().value as Outcome;
      if ('error' in outcome) return outcome;
      const { status } = outcome.answer;
      const body = responseText(item.reply, outcome.answer);
      for (const key of item.keys)
        answers.push({ ...senderOf(item.request), key, fingerprint: item.fingerprint, status, body, created_at: now });
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
    database.checkDiskSpace();
    const fingerprint = keys.length === 0 ? noFingerprint : fingerprintOf(request, reply);
    const served =
      request.presentedApproval !== undefined
        ? 'individually'
        : await runOnce(request.actor.merchant.id, {
            request,
            reply,
            input,
            keys,
            fingerprint,
            since: performance.now(),
          });
    if (served === 'individually')
      return runIdempotent(request, reply, (tx, ctx) => runIndividually(tx, { input, ctx }), options);
    if ('error' in served) throw served.error;
    return send(reply, { ...served, replayed: false });
  };

  /**
   * If a request with the same idempotency key is still running, waits for it; the stored response is replayed then.
   */
  async function runOnce(merchant_id: string, item: Waiting<Input>): Promise<GroupOutcome> {
    const keys = item.keys.map((key) => `${merchant_id} ${key}`);
    const before = keys.flatMap((key) => running.get(key) ?? []);
    if (before.length > 0) {
      await Promise.allSettled(before);
      return 'individually';
    }
    const outcome = queues.add(merchant_id, item);
    for (const key of keys) running.set(key, outcome);
    try {
      return await outcome;
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
