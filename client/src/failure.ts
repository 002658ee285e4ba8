import { type Outcome, outcomeAfter } from './outcome-rules.ts';

export interface Detail {
  /** A path as the caller spelled it, such as `items[0].quantity`. */
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
  /** As the status and code say, when left out. */
  outcome?: Outcome;
}

/** Every way a call fails, but for being aborted: then the signal's own reason is thrown. */
export class TillhouseError extends Error {
  override readonly name = 'TillhouseError';
  /** Of HTTP; 0 when no answer came. */
  readonly status: number;
  /** One of docs/reference/errors.md, or `NO_ANSWER`, or `UNREADABLE_ANSWER` from something that stands before the service. */
  readonly code: string;
  /** The offending fields; empty where nothing applies. */
  readonly details: readonly Detail[];
  /** Finds the request in the service's log. */
  readonly requestId: string | undefined;
  /** Seconds after which another try makes sense, where the service said so. */
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

  /** The same failure, of a call whose earlier tries are known about. */
  after(outcome: Outcome): TillhouseError {
    return new TillhouseError(this.message, { ...this, cause: this.cause, outcome });
  }
}

/** When nothing came back it is not known whether the call was carried out. */
export const noAnswer = (place: string, cause: unknown) =>
  new TillhouseError(`${place}: no answer`, { status: 0, code: 'NO_ANSWER', cause });

/** Reads a failure envelope; what is none came from a proxy, and has nothing to say but its status. */
export function readFailure(place: string, response: Response, text: string): TillhouseError {
  const said = {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retry_after_s: readRetryAfter(response.headers.get('retry-after')),
  };
  const error = errorIn(text);
  if (error === undefined) return new TillhouseError(`${place}: answered ${response.status}`, { ...said, code: 'UNREADABLE_ANSWER' });
  return new TillhouseError(`${place}: ${error.message}`, { ...said, code: error.code, details: error.details ?? [] });
}

function errorIn(text: string): { code: string; message: string; details?: Detail[] } | undefined {
  try {
    const { error } = JSON.parse(text);
    return typeof error?.code === 'string' && typeof error.message === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}

/** Seconds, or a date, as proxies like to write it. */
function readRetryAfter(header: string | null): number | undefined {
  if (header === null || header === '') return undefined;
  const seconds = Number(header);
  const found = Number.isNaN(seconds) ? (Date.parse(header) - Date.now()) / 1_000 : seconds;
  return Number.isNaN(found) ? undefined : Math.max(0, found);
}
