/**
 * Each error code that the service answers with. `docs/reference/errors.md` and openapi.json are generated from this
 * table.
 */
export const errorCatalogue = {
  MALFORMED_REQUEST: {
    kind: 'malformed',
    meaning: 'The request could not be read: not JSON, a wrong media type, or too large.',
  },
  UNAUTHENTICATED: { kind: 'unauthenticated', meaning: 'No valid access token came with the request.' },
  TOKEN_EXPIRED: {
    kind: 'unauthenticated',
    meaning: 'The access token has expired; refresh it and send the request again.',
  },
  INVALID_CREDENTIALS: { kind: 'unauthenticated', meaning: 'The e-mail, password, code or PIN is wrong.' },
  FORBIDDEN: {
    kind: 'forbidden',
    meaning: 'The caller’s role does not allow this, or the merchant or branch is not theirs.',
  },
  APPROVAL_REQUIRED: {
    kind: 'forbidden',
    meaning:
      'The act needs the approval of another person: request it with `POST /approvals`; `details` names the actions.',
  },
  APPROVAL_INVALID: {
    kind: 'forbidden',
    meaning:
      'The approval in `Approval-Id` does not allow this request: it is for another one, used, denied or expired.',
  },
  NOT_FOUND: { kind: 'missing', meaning: 'There is no such record or address for this caller.' },
  VALIDATION_ERROR: { kind: 'invalid', meaning: 'Input parameters are invalid; `details` names each offending field.' },
  DUPLICATE: { kind: 'invalid', meaning: 'A value that must be unique is taken; `details` names the field.' },
  INSUFFICIENT_STOCK: {
    kind: 'invalid',
    meaning: 'There is not enough stock; `details` has one row for each short line, with what is available.',
  },
  INVALID_STATE: { kind: 'invalid', meaning: 'The record is not in a state that allows this.' },
  IDEMPOTENCY_CONFLICT: {
    kind: 'invalid',
    meaning: 'The idempotency key or client id was already used with another request, or by another user or API key.',
  },
  RATE_LIMITED: {
    kind: 'limited',
    meaning: 'Too many requests or attempts; `Retry-After` says how many seconds to wait.',
  },
  INTERNAL_ERROR: { kind: 'internal', meaning: 'An unexpected error; the log has it under the request id.' },
  UNAVAILABLE: {
    kind: 'unavailable',
    meaning:
      'The service cannot respond now (no database, stopping or overloaded); try again after `Retry-After` seconds.',
  },
} as const;

export type ErrorCode = keyof typeof errorCatalogue;
export type ErrorKind = (typeof errorCatalogue)[ErrorCode]['kind'];

/** One offending field: its path as the client spelled it (`items[0].quantity`) and what is wrong with it. */
export interface Detail {
  field: string;
  message: string;
}

/** The maximum of details of an error. Further ones are only counted. */
export const detailsAtMost = 100;

interface AppErrorOptions {
  /** Seconds after which another try makes sense. */
  retry_after_s?: number;
  /** The number of further details. */
  more_details?: number;
  /** Which quota was used up, for the metrics. */
  quota?: string;
  /** The cause, for the log only. */
  cause?: unknown;
}

/**
 * An error for the client. Thrown anywhere, it rolls the transaction back; `platform/http/errors.ts` renders it as the
 * error envelope.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  /** At most the first hundred. */
  readonly details: readonly Detail[];
  /** The number of further details. */
  readonly more_details: number;
  readonly retry_after_s: number | undefined;
  readonly quota: string | undefined;

  constructor(code: ErrorCode, message: string, details: readonly Detail[] = [], extras: AppErrorOptions = {}) {
    super(message, extras.cause === undefined ? undefined : { cause: extras.cause });
    this.code = code;
    this.details = details.slice(0, detailsAtMost);
    this.more_details = details.length - this.details.length + (extras.more_details ?? 0);
    this.retry_after_s = extras.retry_after_s;
    this.quota = extras.quota;
  }

  get kind(): ErrorKind {
    return errorCatalogue[this.code].kind;
  }
}

/** The password is right, but a second factor is missing. This does not count as a failed attempt. */
export class MissingSecondFactor extends AppError {}

export const invalidInput = (details: readonly Detail[], more_details = 0) =>
  new AppError('VALIDATION_ERROR', 'Invalid input parameters', details, { more_details });

export const invalidField = (field: string, message: string) => invalidInput([{ field, message }]);

/** For a record that is unknown, deleted or another merchant's: a client cannot distinguish these cases. */
export const notFound = (what: string) => new AppError('NOT_FOUND', `${what} not found`);

export const invalidState = (message: string, details: readonly Detail[] = []) =>
  new AppError('INVALID_STATE', message, details);

export const duplicate = (field: string, message: string) => new AppError('DUPLICATE', message, [{ field, message }]);

export const forbidden = (message: string, details: readonly Detail[] = []) =>
  new AppError('FORBIDDEN', message, details);

/** Rounded up, in the largest unit of which there are at least two: `90 seconds`, `15 minutes`, `24 hours`. */
function waitText(seconds: number): string {
  if (seconds >= 2 * 60 * 60) return `${Math.ceil(seconds / (60 * 60))} hours`;
  if (seconds >= 2 * 60) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

/** @param message without the time to wait */
export const tooMany = (message: string, retry_after_s: number, quota?: string) =>
  new AppError('RATE_LIMITED', `${message}; try again in ${waitText(retry_after_s)}`, [], {
    retry_after_s,
    ...(quota === undefined ? {} : { quota }),
  });

/** The detail lets clients distinguish this error from other FORBIDDEN errors. */
export const secondFactorMissing = () =>
  forbidden('This merchant wants a second factor of your role: set up an authenticator app or a passkey first', [
    { field: 'second_factor', message: 'is needed at this merchant' },
  ]);

/** For a session by PIN where a password is needed. */
export const signInNeeded = () => forbidden('Sign in with your password to do this: a PIN is not enough');

/**
 * Collects the invalid fields of a request, so that one response names all of them: the first hundred, and how many
 * more.
 */
export class ValidationErrors {
  readonly details: Detail[] = [];
  more_details = 0;

  add(field: string, message: string): void {
    if (this.details.length < detailsAtMost) this.details.push({ field, message });
    else this.more_details += 1;
  }

  /** @throws AppError VALIDATION_ERROR when anything was added. */
  throwIfAny(): void {
    if (this.details.length > 0) throw invalidInput(this.details, this.more_details);
  }
}
