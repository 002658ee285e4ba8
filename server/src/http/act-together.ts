import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Handle, Transaction } from '../db/handle.ts';
import type { OperationContext } from '../kernel/actor.ts';
import { AppError, type ErrorCode } from '../kernel/errors.ts';
import { openLanes } from '../kernel/lanes.ts';
import { type ActOptions, type Answer, act, answerText, fingerprintOf, keysOf, send, senderOf } from './idempotency.ts';
import { insertAnswers, listAnswers, type NewAnswer } from './queries.ts';
import type { Services } from './services.ts';

/** What one of several requests asks for, and who asks. */
export interface Asked<Wish> {
  wish: Wish;
  ctx: OperationContext;
}

export type Outcome = { answer: Answer } | { error: AppError };

/** Work for several requests of one merchant at once. */
interface Shared<Wish, Facts> {
  /** What it is called by who watches. */
  name: string;
  /** How many rows a wish is, more or less. */
  weigh(wish: Wish): number;
  /** What it needs to know, in one statement with other things that are asked for. */
  read(db: Handle, asked: readonly Asked<Wish>[]): Promise<Facts>;
  /** An outcome for each, in their order; one that is refused spoils no other. */
  work(tx: Transaction, asked: readonly Asked<Wish>[], facts: Facts): Promise<Outcome[]>;
}

interface Waiting<Wish> {
  request: FastifyRequest;
  reply: FastifyReply;
  wish: Wish;
  keys: string[];
  fingerprint: Buffer;
  since: number;
}

/** The answer once it is committed; or that the request had better be carried out by itself. */
type Served = { status: number; body: string } | { error: AppError } | 'alone';

/** A transaction of so many holds its locks not much longer than one of a few. */
const togetherAtMost = 50;
const rowsAtMost = 1_000;
/** There was no connection for the transaction, so there is none for each request by itself. */
const hasNoRoom = new Set<ErrorCode>(['UNAVAILABLE', 'RATE_LIMITED']);
/** So many are worth a transaction beside the one under way: one computes while the database works for the other. */
const besideFrom = 8;

/**
 * Like `act`, for requests of which many come at once: those of a merchant that arrive while others of it are carried out share the next transaction, and its commit; two of a merchant’s at most are under way. Each is
 * answered after that, with what became of itself. What was sent before, and what could not be committed together, is carried out by `act`, each by itself.
 */
export function createActTogether<Wish, Facts>(services: Services, { name, weigh, read, work }: Shared<Wish, Facts>) {
  const { database, clock, telemetry } = services;

  /** By merchant and key: those who wait or are being served. */
  const underWay = new Map<string, Promise<unknown>>();

  const lanes = openLanes<Waiting<Wish>, Served>(serve, {
    atMost: togetherAtMost,
    weigh: ({ wish }) => weigh(wish),
    weightAtMost: rowsAtMost,
    besideFrom,
  });

  async function serve(merchant_id: string, waiting: readonly Waiting<Wish>[]): Promise<Served[]> {
    try {
      return await telemetry.batch(name, waiting, () =>
        database.transaction(merchant_id, (tx) => serveIn(tx, waiting), { keeps_plans: true }),
      );
    } catch (error) {
      // Nothing of it has been done; of one alone that is known, too, why.
      if (error instanceof AppError && (hasNoRoom.has(error.code) || waiting.length === 1)) throw error;
      return waiting.map(() => 'alone');
    }
  }

  async function serveIn(tx: Transaction, waiting: readonly Waiting<Wish>[]): Promise<Served[]> {
    const now = clock.now();
    const asked = waiting.map(({ request, wish }) => ({ wish, ctx: { actor: request.actor, now } }));
    const keys = waiting.flatMap((one) => one.keys);
    const [kept, facts] = await tx.batchReads((db) => Promise.all([keys.length === 0 ? [] : listAnswers(db, keys), read(db, asked)]));
    const taken = new Set(kept.map(({ key }) => key));
    const isFirst = waiting.map((one) => one.keys.every((key) => !taken.has(key)));
    const outcomes = (
      await work(
        tx,
        asked.filter((_, index) => isFirst[index]),
        facts,
      )
    ).values();
    const answers: NewAnswer[] = [];
    const served = waiting.map((one, index): Served => {
      if (!isFirst[index]) return 'alone';
      const outcome = outcomes.next().value as Outcome;
      if ('error' in outcome) return outcome;
      const { status } = outcome.answer;
      const body = answerText(one.reply, outcome.answer);
      for (const key of one.keys)
        answers.push({ ...senderOf(one.request), key, fingerprint: one.fingerprint, status, body, created_at: now });
      return { status, body };
    });
    if (answers.length > 0) insertAnswers(tx, answers);
    return served;
  }

  return async (request: FastifyRequest, reply: FastifyReply, wish: Wish, options: ActOptions = {}): Promise<never> => {
    const keys = keysOf(request, options);
    database.checkRoom();
    const fingerprint = keys.length === 0 ? noFingerprint : fingerprintOf(request, reply);
    const served = await join(request.actor.merchant.id, { request, reply, wish, keys, fingerprint, since: performance.now() });
    if (served === 'alone') return act(request, reply, (tx, ctx) => workAlone(tx, { wish, ctx }), options);
    if ('error' in served) throw served.error;
    return send(reply, { ...served, replayed: false });
  };

  /** Who comes with a key of somebody who is still being served waits until that is over, for what has become of it. */
  async function join(merchant_id: string, one: Waiting<Wish>): Promise<Served> {
    const keys = one.keys.map((key) => `${merchant_id} ${key}`);
    const before = keys.flatMap((key) => underWay.get(key) ?? []);
    if (before.length > 0) {
      await Promise.allSettled(before);
      return 'alone';
    }
    const served = lanes.join(merchant_id, one);
    for (const key of keys) underWay.set(key, served);
    try {
      return await served;
    } finally {
      for (const key of keys) underWay.delete(key);
    }
  }

  async function workAlone(tx: Transaction, asked: Asked<Wish>): Promise<Answer> {
    const facts = await tx.batchReads((db) => read(db, [asked]));
    const [outcome] = await work(tx, [asked], facts);
    if (outcome === undefined) throw new Error('work came to no outcome');
    if ('error' in outcome) throw outcome.error;
    return outcome.answer;
  }
}

const noFingerprint = Buffer.alloc(0);
