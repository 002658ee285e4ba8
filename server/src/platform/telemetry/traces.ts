import { randomUUID } from 'node:crypto';
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TimeInput,
  trace,
} from '@opentelemetry/api';
import { type ExportResult, ExportResultCode, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

/** Loaded only if traces are configured. */

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

interface Options {
  /** The address of a collector for OTLP over HTTP. */
  endpoint: string;
  /** The part of traces that is recorded, from 0 to 1. */
  share: number;
  log: Log;
  service: string;
}

/** Attributes of a span: names from fixed sets, numbers, and ids of this service. */
export interface SpanOptions {
  kind?: 'server' | 'client' | 'internal';
  attributes: Attributes;
}

/** A finished span. */
export interface FinishedSpan extends SpanOptions {
  name: string;
  /** In milliseconds of `performance.now()`. */
  began: number;
  failure?: unknown;
  /** The span that did the work it waited for. */
  linked?: Span | undefined;
}

export interface Traces {
  /** Begins a span. `traceparent` may name the parent span of the client. */
  begin(name: string, options: SpanOptions, traceparent?: string): Span;
  end(span: Span, attributes: Attributes, hasFailed: boolean): void;
  /** Records a finished span below a parent. */
  record(parent: Span, span: FinishedSpan): void;
  stop(): Promise<void>;
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };
/** An unavailable collector must not delay the service, above all its stop. */
const timeout_ms = 3_000;
const deliver_every_ms = 1_000;

export function startTraces({ endpoint, share, log, service }: Options): Traces {
  const exporter = withFailureLog(
    new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: timeout_ms }),
    log,
  );
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.instance.id': randomUUID() }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter, scheduledDelayMillis: deliver_every_ms, exportTimeoutMillis: timeout_ms }),
    ],
  });
  const tracer = provider.getTracer('tillhouse');
  return {
    begin: (name, { kind = 'internal', attributes }, traceparent) =>
      tracer.startSpan(name, { kind: kinds[kind], attributes, root: false }, contextOf(traceparent)),
    end(span, attributes, hasFailed) {
      span.setAttributes(attributes);
      if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
    record(parent, { name, kind = 'internal', attributes, began, failure, linked }) {
      if (!parent.isRecording()) return;
      const links = linked === undefined || linked === parent ? [] : [{ context: linked.spanContext() }];
      const startTime: TimeInput = began;
      const span = tracer.startSpan(
        name,
        { kind: kinds[kind], attributes, links, startTime },
        trace.setSpan(ROOT_CONTEXT, parent),
      );
      if (failure !== undefined) {
        span.setAttribute('error.type', typeOf(failure));
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
    stop: () => provider.shutdown().catch(() => undefined),
  };
}

/** Only the ids of an incoming trace are used; other data of the client is not trusted. */
function contextOf(traceparent: string | undefined): Context {
  const parent = traceparent === undefined ? null : parseTraceParent(traceparent);
  return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
}

/** PostgreSQL's code or the class of an error. Its message is not used, because it may contain data. */
function typeOf(failure: unknown): string {
  if (failure instanceof Error && 'code' in failure && /^\w{1,40}$/.test(String(failure.code)))
    return String(failure.code);
  return failure instanceof Error ? failure.constructor.name : 'unknown';
}

/** Logs once that traces are lost, and once that they arrive again. */
function withFailureLog(exporter: SpanExporter, log: Log): SpanExporter {
  let isLost = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result: ExportResult) => {
        const wasLost = isLost;
        isLost = result.code !== ExportResultCode.SUCCESS;
        if (isLost && !wasLost)
          log.warn({ reason: result.error?.message }, 'traces do not arrive; they are dropped meanwhile');
        if (wasLost && !isLost) log.info({}, 'traces arrive again');
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}
