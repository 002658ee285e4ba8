import type { Answer, AnyCall, Call, OperationName } from './calls.ts';
import { TillhouseError } from './failure.ts';
import { mayBeFound, type Outcome, outcomeAfter } from './outcome-rules.ts';
import { readRecordedSale } from './recorded-sale.ts';
import { newKey } from './request.ts';

/** The response of any of these operations. */
export type ResponseOf<Name extends OperationName> = { [One in Name]: Answer<One> }[Name];

/**
 * One change by a user, such as a submitted form. It is carried out once, however often it is submitted: while its
 * outcome is unknown, the same request is sent again with the same idempotency key. After a definite outcome, the next
 * call is a new request.
 */
export interface IdempotentRequest<Name extends OperationName> {
  /** Whether a request is running. */
  readonly isSending: boolean;
  /** Whether a request was sent whose outcome is unknown. */
  readonly isUnknown: boolean;
  /**
   * Sends a call. If one is running, returns its result. If the outcome of the last one is unknown, sends that one
   * again.
   * @throws TillhouseError as the operation does; `isUnknown` says whether it may have been carried out
   */
  send<One extends Name>(name: One, call: Call<One>): Promise<ResponseOf<Name>>;
  /**
   * Sends a call of an earlier run of the program, whose outcome is unknown, with the idempotency key that it had. If
   * another user sent it, a sale is read instead of recorded a second time.
   */
  resume<One extends Name>(name: One, call: Call<One> & { idempotencyKey: string }): Promise<ResponseOf<Name>>;
  /** Sends a call of unknown outcome again; does nothing without one. */
  sendAgain(): Promise<ResponseOf<Name> | undefined>;
}

interface Pending {
  name: OperationName;
  call: AnyCall;
  outcome: Outcome;
}

export type Perform = (name: OperationName, call: AnyCall) => Promise<unknown>;

export function createIdempotentRequest<Name extends OperationName>(perform: Perform): IdempotentRequest<Name> {
  let pending: Pending | undefined;
  let sending: Promise<ResponseOf<Name>> | undefined;

  async function attempt(attempted: Pending): Promise<ResponseOf<Name>> {
    try {
      const response = (await perform(attempted.name, attempted.call)) as ResponseOf<Name>;
      pending = undefined;
      return response;
    } catch (error) {
      const recorded = await findRecorded(attempted, error);
      if (recorded === undefined) attempted.outcome = outcomeOf(attempted.outcome, error);
      if (recorded !== undefined || attempted.outcome === 'refused') pending = undefined;
      if (recorded === undefined) throw error;
      return recorded as ResponseOf<Name>;
    } finally {
      sending = undefined;
    }
  }

  /** The response of a sale that an earlier attempt of another user recorded. */
  async function findRecorded(attempted: Pending, error: unknown): Promise<unknown> {
    const { name, call, outcome } = attempted;
    if (outcome !== 'unknown' || !(error instanceof TillhouseError) || !mayBeFound(error)) return undefined;
    const recorded = await readRecordedSale(perform, name, call);
    // The approval of another user. Without it the service answers that one is missing, or that the sale is recorded.
    if (error.code === 'APPROVAL_INVALID') attempted.call = withoutApproval(call);
    return recorded;
  }

  /** A signal ends one attempt. The next attempt has its own signal. */
  function start(next: Pending): Promise<ResponseOf<Name>> {
    pending = next;
    sending = attempt(next);
    return sending;
  }

  return {
    get isSending() {
      return sending !== undefined;
    },
    get isUnknown() {
      return pending?.outcome === 'unknown';
    },
    send(name, call) {
      if (sending !== undefined) return sending;
      if (pending === undefined) {
        const key = (call as AnyCall).idempotencyKey ?? newKey();
        return start({ name, call: { ...(call as AnyCall), idempotencyKey: key }, outcome: 'refused' });
      }
      pending.call = { ...pending.call, signal: (call as AnyCall).signal };
      return start(pending);
    },
    resume(name, call) {
      if (sending !== undefined) return sending;
      return start(pending ?? { name, call: call as AnyCall, outcome: 'unknown' });
    },
    async sendAgain() {
      if (sending !== undefined) return sending;
      if (pending === undefined) return undefined;
      pending.call = { ...pending.call, signal: undefined };
      return start(pending);
    },
  };
}

function withoutApproval(call: AnyCall): AnyCall {
  const { 'approval-id': _, ...headers } = call.headers ?? {};
  return { ...call, headers };
}

/** Errors that do not come from the service, such as an abort, leave the outcome unknown. */
function outcomeOf(before: Outcome, error: unknown): Outcome {
  if (!(error instanceof TillhouseError) || error.outcome === 'unknown') return 'unknown';
  return outcomeAfter(before, error);
}
