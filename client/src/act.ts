import type { Answer, AnyCall, Call, OperationName } from './calls.ts';
import { TillhouseError } from './failure.ts';
import { type Outcome, outcomeAfter } from './outcome-rules.ts';
import { newKey } from './request.ts';

/** The answer of whichever of these operations was called. */
export type AnswerOf<Name extends OperationName> = { [One in Name]: Answer<One> }[Name];

/**
 * One change that a person asks for, such as a form that they submit. It is carried out once, however often it is pressed: while its
 * outcome is unknown, whatever is sent is the same request again, with the same idempotency key.
 */
export interface Act<Name extends OperationName> {
  /** Whether a request is under way. */
  readonly isSending: boolean;
  /** Whether something was sent of which nobody can tell whether it was carried out. */
  readonly isUnknown: boolean;
  /**
   * Sends a call. If one is under way, answers what comes of that; if the outcome of the last is unknown, sends that one again.
   * @throws TillhouseError as the operation does; `isUnknown` says whether it may have been carried out
   */
  send<One extends Name>(name: One, call: Call<One>): Promise<AnswerOf<Name>>;
  /** Sends the call of unknown outcome again; does nothing without one. */
  sendAgain(): Promise<AnswerOf<Name> | undefined>;
}

interface Pending {
  name: OperationName;
  call: AnyCall;
  outcome: Outcome;
}

export type Perform = (name: OperationName, call: AnyCall) => Promise<unknown>;

export function createAct<Name extends OperationName>(perform: Perform): Act<Name> {
  let pending: Pending | undefined;
  let sending: Promise<AnswerOf<Name>> | undefined;

  async function attempt(act: Pending): Promise<AnswerOf<Name>> {
    try {
      const answer = (await perform(act.name, act.call)) as AnswerOf<Name>;
      pending = undefined;
      return answer;
    } catch (error) {
      act.outcome = outcomeOf(act.outcome, error);
      if (act.outcome === 'refused') pending = undefined;
      throw error;
    } finally {
      sending = undefined;
    }
  }

  /** A signal ends one try, and not the act: the next one comes with its own. */
  function start(next: Pending): Promise<AnswerOf<Name>> {
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
    async sendAgain() {
      if (sending !== undefined) return sending;
      if (pending === undefined) return undefined;
      pending.call = { ...pending.call, signal: undefined };
      return start(pending);
    },
  };
}

/** What is no failure of the service, such as a call that was aborted, says nothing of what became of it. */
function outcomeOf(before: Outcome, error: unknown): Outcome {
  if (!(error instanceof TillhouseError) || error.outcome === 'unknown') return 'unknown';
  return outcomeAfter(before, error);
}
