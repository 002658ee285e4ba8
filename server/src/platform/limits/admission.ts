import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { App } from '../context/app.ts';
import { failureText } from '../http/errors.ts';
import { overloadError, retryAfter_s } from './load-shedding.ts';

interface AdmissionOptions {
  /** Only addresses below it are guarded. */
  prefix: string;
  isFull(request: IncomingMessage): boolean;
  /** The request would be rejected for another reason. It is passed on, so that the response names that reason. */
  isExempt(request: IncomingMessage): boolean;
  /** Headers of every response, and those for a page of this origin. */
  headers: Record<string, string>;
  corsHeaders(origin: string | undefined): Record<string, string>;
  /** A client must read the response in this time. */
  taken_within_ms: number;
  onRejected(method: string): void;
  log: { info(fields: object, message: string): void };
}

/** The others, preflights and HEAD, are rare and left to the framework. */
const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
const log_every_ms = 1_000;

/**
 * Rejects requests under overload before the framework sees them, with the response that `registerLoadShedding` would
 * give: the cost of a rejection is taken from the requests that are served. Node discards the body, and one log line
 * counts the rejections of a second.
 */
export function registerAdmission(app: App, options: AdmissionOptions): void {
  const { prefix, isFull, isExempt, taken_within_ms, onRejected, log } = options;
  const answer = prepareAnswer(options);
  let rejected = 0;
  const count = (method: string) => {
    onRejected(method);
    rejected += 1;
    if (rejected > 1) return;
    const writeLog = () => {
      log.info({ status: 503, requests: rejected }, 'rejected: more requests than can be served');
      rejected = 0;
    };
    setTimeout(writeLog, log_every_ms).unref();
  };
  const mustReject = (request: IncomingMessage) => {
    const { method = '', url = '' } = request;
    return (
      url.startsWith(prefix) && isFull(request) && methods.has(method) && !app.draining.aborted && !isExempt(request)
    );
  };

  const [handler] = app.server.listeners('request') as RequestListener[];
  if (handler === undefined) throw new Error('the framework has no request listener');
  app.server.off('request', handler);
  app.server.on('request', (request, response) => {
    if (!mustReject(request)) return handler.call(app.server, request, response);
    request.socket.setTimeout(taken_within_ms);
    answer(request, response);
    count(request.method ?? '');
  });
}

function prepareAnswer({ headers, corsHeaders }: AdmissionOptions) {
  const body = failureText(overloadError());
  const fixed = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  };
  return (request: IncomingMessage, response: ServerResponse) => {
    const own = { 'x-request-id': randomUUID(), 'retry-after': String(retryAfter_s()) };
    response.writeHead(503, { ...fixed, ...corsHeaders(request.headers.origin), ...own }).end(body);
  };
}
