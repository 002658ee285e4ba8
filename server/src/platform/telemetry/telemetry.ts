import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';
import type { Metric } from 'prom-client';
import type { Watch } from '../../core/watch.ts';
import { type AnswerFrom, createDurations, type SignInLimit } from './durations.ts';
import type { Traces } from './traces.ts';

/** On whose behalf something is done. */
export interface RequestContext {
  readonly request_id?: string;
  /** If traces are configured. */
  readonly span?: Span | undefined;
}

interface Incoming {
  id: string;
  method: string;
  /** Its pattern, not the path. */
  route: string;
  traceparent: string | undefined;
}

/** Durations, slow operations and traces of the service. */
export interface Telemetry extends Watch {
  readonly metrics: readonly Metric[];
  beginRequest(request: Incoming): RequestContext;
  /** @param status that was sent; undefined when the other side has gone before the end */
  endRequest(requestContext: RequestContext, status: number | undefined): void;
  /** Runs work in this context, which nested calls inherit. */
  within<T>(requestContext: RequestContext, work: () => T): T;
  /** Runs work for several requests in the context of the first. Their waits began at these times of `performance.now()`. */
  batch<T>(name: string, members: readonly Member[], work: () => Promise<T>): Promise<T>;
  job<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** An answer that may be remembered is given. */
  countAnswer(from: AnswerFrom): void;
  /** A request was refused because a quota was used up. */
  countQuota(quota: string): void;
  /** An attempt to sign in was refused after too many failures. */
  countSignInRefusal(limit: SignInLimit): void;
  /** Sends the remaining data. */
  stop(): Promise<void>;
}

interface Member {
  readonly request: { readonly requestContext: RequestContext };
  readonly since: number;
}

interface Log {
  warn(fields: object, message: string): void;
}

interface Options {
  log: Log;
  /** Statements that take longer are written to the log; 0 is never. */
  slow_statement_ms: number;
  traces?: Traces | undefined;
}

/** A shorter wait for a connection is not counted. */
const waiting_ms = 1;

export function createTelemetry({ log, slow_statement_ms, traces }: Options): Telemetry {
  const contexts = new AsyncLocalStorage<RequestContext>();
  const durations = createDurations();
  const slowFrom_ms = slow_statement_ms === 0 ? Number.POSITIVE_INFINITY : slow_statement_ms;

  function tellOfSlow(statement: string, took_ms: number, failure: unknown): void {
    const request_id = contexts.getStore()?.request_id;
    const outcome = failure === undefined ? {} : { failed: true };
    log.warn({ request_id, statement, duration_ms: Math.round(took_ms), ...outcome }, 'a slow statement');
  }

  return {
    metrics: durations.metrics,
    beginRequest({ id, method, route, traceparent }) {
      const attributes = { 'http.request.method': method, 'http.route': route, 'tillhouse.request_id': id };
      return { request_id: id, span: traces?.begin(`${method} ${route}`, { kind: 'server', attributes }, traceparent) };
    },
    endRequest({ span }, status) {
      if (span === undefined) return;
      const attributes = status === undefined ? { 'error.type': 'aborted' } : { 'http.response.status_code': status };
      traces?.end(span, attributes, status === undefined || status >= 500);
    },
    within: (requestContext, work) => contexts.run(requestContext, work),
    begin(what, name) {
      const began = performance.now();
      return (failure) => {
        const took_ms = performance.now() - began;
        durations.observe(what, name, took_ms);
        if (what === 'statement' && took_ms >= slowFrom_ms) tellOfSlow(name, took_ms, failure);
        if (traces === undefined) return;
        const parent = contexts.getStore()?.span;
        if (parent === undefined) return;
        if (what === 'statement')
          traces.tell(parent, {
            name,
            kind: 'client',
            attributes: { 'db.system.name': 'postgresql', 'db.query.summary': name },
            began,
            failure,
          });
        else if (took_ms >= waiting_ms)
          traces.tell(parent, { name: 'wait for a connection', attributes: {}, began, failure });
      };
    },
    batch(name, members, work) {
      const now = performance.now();
      const first = members[0]?.request.requestContext ?? {};
      durations.observeBatch(members.length);
      for (const { request, since } of members) {
        durations.observe('batch_wait', name, now - since);
        const { span } = request.requestContext;
        const attributes = { 'tillhouse.batch.size': members.length };
        if (span !== undefined)
          traces?.tell(span, { name: `wait in queue ${name}`, attributes, began: since, linked: first.span });
      }
      return contexts.run(first, work);
    },
    async job(name, work) {
      const began = performance.now();
      const span = traces?.begin(`job ${name}`, { attributes: { 'tillhouse.job.name': name } });
      let hasFailed = true;
      try {
        const outcome = await contexts.run({ span }, work);
        hasFailed = false;
        return outcome;
      } finally {
        durations.observe('job', name, performance.now() - began);
        if (span !== undefined) traces?.end(span, {}, hasFailed);
      }
    },
    countAnswer: durations.countAnswer,
    countQuota: durations.countQuota,
    countSignInRefusal: durations.countSignInRefusal,
    stop: async () => traces?.stop(),
  };
}
