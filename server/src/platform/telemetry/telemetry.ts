import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';
import type { Metric } from 'prom-client';
import type { OperationTimer } from '../../core/concurrency/operation-timer.ts';
import { createDurations, type ResponseSource, type SignInLimit } from './durations.ts';
import type { Traces } from './traces.ts';

/** The request or job that work belongs to. */
export interface RequestContext {
  readonly request_id?: string;
  /** If traces are configured. */
  readonly span?: Span | undefined;
}

interface Incoming {
  id: string;
  method: string;
  /** The pattern of the route, not the path. */
  route: string;
  traceparent: string | undefined;
}

/** Durations, slow operations and traces of the service. */
export interface Telemetry extends OperationTimer {
  readonly metrics: readonly Metric[];
  beginRequest(request: Incoming): RequestContext;
  /** @param status the sent status; undefined if the client disconnected before the end */
  endRequest(requestContext: RequestContext, status: number | undefined): void;
  /** Runs work in this context, which nested calls inherit. */
  within<T>(requestContext: RequestContext, work: () => T): T;
  /**
   * Runs work for several requests in the context of the first. Their waits began at these times of
   * `performance.now()`.
   */
  batch<T>(name: string, members: readonly Member[], work: () => Promise<T>): Promise<T>;
  job<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Counts a cacheable response. */
  countResponse(from: ResponseSource): void;
  /** Counts a request that was rejected because a quota was used up. */
  countQuota(quota: string): void;
  /** Counts a sign-in that was rejected after too many failures. */
  countRejectedSignIn(limit: SignInLimit): void;
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
  /** Statements that take longer are logged; 0 turns this off. */
  slow_statement_ms: number;
  traces?: Traces | undefined;
}

/** A shorter wait for a connection is not traced. */
const min_wait_ms = 1;

export function createTelemetry({ log, slow_statement_ms, traces }: Options): Telemetry {
  const contexts = new AsyncLocalStorage<RequestContext>();
  const durations = createDurations();
  const slowFrom_ms = slow_statement_ms === 0 ? Number.POSITIVE_INFINITY : slow_statement_ms;

  function logSlowStatement(statement: string, took_ms: number, failure: unknown): void {
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
    startTimer(operation, name) {
      const began = performance.now();
      return (failure) => {
        const took_ms = performance.now() - began;
        durations.observe(operation, name, took_ms);
        if (operation === 'statement' && took_ms >= slowFrom_ms) logSlowStatement(name, took_ms, failure);
        if (traces === undefined) return;
        const parent = contexts.getStore()?.span;
        if (parent === undefined) return;
        if (operation === 'statement')
          traces.record(parent, {
            name,
            kind: 'client',
            attributes: { 'db.system.name': 'postgresql', 'db.query.summary': name },
            began,
            failure,
          });
        else if (took_ms >= min_wait_ms)
          traces.record(parent, { name: 'wait for a connection', attributes: {}, began, failure });
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
          traces?.record(span, { name: `wait in queue ${name}`, attributes, began: since, linked: first.span });
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
    countResponse: durations.countResponse,
    countQuota: durations.countQuota,
    countRejectedSignIn: durations.countRejectedSignIn,
    stop: async () => traces?.stop(),
  };
}
