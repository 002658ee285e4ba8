import { type Outcome, outcomeAfter } from './outcome-rules.ts';

export interface Detail {
  /** A path in the caller's spelling, such as `items[0].quantity`. */
  field: string;
  message: string;
}

interface FailureParts {
  status: number;
  code: string;
  details?: readonly Detail[];
  requestId?: string | undefined;
  retry_after_s?: number | undefined;
  cause?: unknown;
  /** By default derived from status and code. */
  outcome?: Outcome;
}

/** Every failure of a call except an abort, which throws the signal's reason. */
export class TillhouseError extends Error {
  override readonly name = 'TillhouseError';
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /**
   * One of docs/reference/errors.md, or `NO_ANSWER`, or `UNREADABLE_ANSWER` from a proxy in front of the
   * service.
   */
  readonly code: string;
  /** The wrong fields, if any. */
  readonly details: readonly Detail[];
  /** Finds the request in the service's log. */
  readonly requestId: string | undefined;
  /** Seconds until a retry makes sense, if the service named a time. */
  readonly retry_after_s: number | undefined;
  /** Over all tries of the call: `refused` if it was certainly not carried out, `unknown` if it may have been. */
  readonly outcome: Outcome;

  constructor(message: string, { status, code, details = [], requestId, retry_after_s, cause, outcome }: FailureParts) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
    this.retry_after_s = retry_after_s;
    this.outcome = outcome ?? outcomeAfter('refused', this);
  }

  /** The same failure, combined with the outcome of earlier tries. */
  after(outcome: Outcome): TillhouseError {
    return new TillhouseError(this.message, { ...this, cause: this.cause, outcome });
  }
}

/** Without a response it is unknown whether the call was carried out. */
export const noAnswer = (endpoint: string, cause: unknown) =>
  new TillhouseError(`${endpoint}: no answer`, { status: 0, code: 'NO_ANSWER', cause });

/** Reads an error envelope. Other responses come from a proxy, and have only their status. */
export function readFailure(endpoint: string, response: Response, text: string): TillhouseError {
  const common = {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retry_after_s: readRetryAfter(response.headers.get('retry-after')),
  };
  const error = errorIn(text);
  if (error === undefined)
    return new TillhouseError(`${endpoint}: answered ${response.status}`, { ...common, code: 'UNREADABLE_ANSWER' });
  return new TillhouseError(`${endpoint}: ${error.message}`, {
    ...common,
    code: error.code,
    details: error.details ?? [],
  });
}

function errorIn(text: string): { code: string; message: string; details?: Detail[] } | undefined {
  try {
    const { error } = JSON.parse(text);
    return typeof error?.code === 'string' && typeof error.message === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}

/** Seconds or a date. */
function readRetryAfter(header: string | null): number | undefined {
  if (header === null || header === '') return undefined;
  const seconds = Number(header);
  const found = Number.isNaN(seconds) ? (Date.parse(header) - Date.now()) / 1_000 : seconds;
  return Number.isNaN(found) ? undefined : Math.max(0, found);
}
