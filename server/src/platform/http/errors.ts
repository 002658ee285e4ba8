import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type Detail, type ErrorKind, notFound } from '../../core/errors.ts';
import type { App } from '../context/app.ts';
import { mapDatabaseError } from '../database/failure.ts';
import { toClientCase } from '../validation/field-case.ts';
import { boundDetails, withRuleFaults } from '../validation/rule-faults.ts';
import { toValidationError } from '../validation/validation.ts';
import { asFailure } from './headers.ts';

/** The only place that maps an error to an HTTP status. */
export const statusByKind: Record<ErrorKind, 400 | 401 | 403 | 404 | 422 | 429 | 500 | 503> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  invalid: 422,
  limited: 429,
  internal: 500,
  unavailable: 503,
};

export interface FailureBody {
  success: false;
  error: { code: string; message: string; details: readonly Detail[] };
}

/** Names fields in the client's case, so that operations need not know it. */
const failureBody = (appError: AppError, request?: FastifyRequest): FailureBody => ({
  success: false,
  error: {
    code: appError.code,
    message: appError.message,
    details: boundDetails(appError, (field) => (request === undefined ? field : toClientCase(request, field))),
  },
});

/** The body of a failure that needs no request. */
export const failureText = (appError: AppError): string => JSON.stringify(failureBody(appError));

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** @param sendMissing sends what a person sees at an unknown address, if the request is of one */
export function registerErrors(app: App, sendMissing?: Handler): void {
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const appError = toAppError(error);
    return sendFailure(await withRuleFaults(appError, error, request), request, reply);
  });
  app.setNotFoundHandler(
    (request, reply) => sendMissing?.(request, reply) ?? sendFailure(notFound('Address'), request, reply),
  );
}

/**
 * Sends every failure. Unexpected errors are logged once with their cause, and their details are not sent to the
 * client.
 */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const appError = toAppError(error);
  const status = statusByKind[appError.kind];
  // A failure does not apply the preference.
  reply.removeHeader('preference-applied');
  if (appError.code === 'INTERNAL_ERROR') request.log.error({ err: error }, 'unforeseen failure');
  // Without a cause it is a deliberate rejection, such as load shedding, which is logged elsewhere.
  if (appError.code === 'UNAVAILABLE' && appError.cause !== undefined)
    request.log.warn({ err: appError.cause }, 'unavailable');
  if (appError.quota !== undefined) request.server.services.telemetry.countQuota(appError.quota);
  if (appError.retry_after_s !== undefined) reply.header('retry-after', appError.retry_after_s);
  // Without the route's schema, because the envelope is the same everywhere.
  return asFailure(reply)
    .code(status)
    .type('application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(failureBody(appError, request));
}

/** While the service stops. */
const retry_after_s = 5;

function toAppError(thrown: unknown): AppError {
  const error = mapDatabaseError(thrown);
  if (error instanceof AppError) return error;
  if (isFastifyError(error)) {
    if (error.validation !== undefined) {
      // A path names a record. One with a malformed id cannot exist, so it is not found.
      return error.validationContext === 'params' ? notFound('Record') : toValidationError(error);
    }
    const status = error.statusCode ?? 500;
    if (status === 404) return notFound('Address');
    if (status === 503)
      return new AppError('UNAVAILABLE', 'The service is stopping', [], { retry_after_s, cause: error });
    if (status >= 400 && status < 500)
      return new AppError('MALFORMED_REQUEST', messageFor(error), [], { cause: error });
  }
  return new AppError('INTERNAL_ERROR', 'Something went wrong on our side; the request id finds it in our log', [], {
    cause: error,
  });
}

const isFastifyError = (error: unknown): error is FastifyError =>
  error instanceof Error && ('statusCode' in error || 'validation' in error);

function messageFor(error: FastifyError): string {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return 'The body is too large';
    case 'FST_REQ_FILE_TOO_LARGE':
      return 'The file is too large';
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return 'The body must be sent as application/json';
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return 'The body is not valid JSON';
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return 'The body is not as long as its Content-Length says';
    case 'FST_ERR_BAD_URL':
      return 'The address cannot be read';
    default:
      return 'The request could not be read';
  }
}

interface RawResponse {
  log: FastifyBaseLogger;
  /** The headers of every response. */
  headers: Record<string, string>;
}

const close_timeout_ms = 1_000;

/** Answers input that is not valid HTTP, on the socket itself. */
export function answerClientError(
  error: Error & { code?: string },
  socket: Socket,
  { log, headers: own }: RawResponse,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const slow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  // Browsers and proxies open connections before they need them. A response on an unused one could be taken for that of
  // its first request.
  if (slow && socket.bytesRead === 0) {
    socket.end();
    setTimeout(() => socket.destroy(), close_timeout_ms).unref();
    return;
  }
  const message = slow ? 'The request took too long to arrive' : 'The request could not be read';
  const body = failureText(new AppError('MALFORMED_REQUEST', message));
  const request_id = randomUUID();
  const headers = Object.entries({
    ...own,
    'x-request-id': request_id,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 400 Bad Request\r\n${headers.join('\r\n')}\r\n\r\n${body}`);
  // A client that does not close its side must not keep the connection open.
  setTimeout(() => socket.destroy(), close_timeout_ms).unref();
  log.info({ request_id, status: 400, reason: error.code }, 'answered');
}
