import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Caller, Reply } from '../../test/caller.ts';
import type { Person, ProofShop } from '../shop.ts';
import { type Act, hashOf } from './approval-rules.ts';
import type { Model } from './model.ts';

export const statusByCode = {
  FORBIDDEN: 403,
  APPROVAL_REQUIRED: 403,
  APPROVAL_INVALID: 403,
  NOT_FOUND: 404,
  VALIDATION_ERROR: 422,
  DUPLICATE: 422,
  INSUFFICIENT_STOCK: 422,
  INVALID_STATE: 422,
  IDEMPOTENCY_CONFLICT: 422,
} as const;
export type Code = keyof typeof statusByCode;

/** A request, and what the model expects of the service. */
export interface Attempt {
  person: Person;
  method: 'post' | 'patch' | 'put' | 'delete' | 'get';
  path: string;
  body?: Record<string, unknown>;
  /** The errors that the service may report. Without one the request must succeed. */
  errors: readonly (Code | false)[];
  status?: number;
  /** The idempotency key. A request with a key may be repeated later. */
  key?: string;
  /** The id of the approval that the request presents. */
  approval?: string;
  /** What the request does, as far as a rule or a setting of the merchant may require an approval for it. */
  acts?: readonly Act[];
  /** The index of the branch of these acts. */
  branch?: number;
  /** The drawn values with the records that they led to, so that the same request can be sent again. */
  pinned?: unknown;
  /** Plans the same request again, without the errors of a missing approval. */
  again?: (() => Attempt | undefined) | undefined;
  /** The response to the first request with this key. The repeated request must get the same bytes. */
  replays?: string;
  /** Changes the model as the service must have changed. @returns the expected fields of the response; others are not compared */
  // biome-ignore lint/suspicious/noExplicitAny: an answer's shape is what is about to be compared.
  apply?(data: any, answer: Reply): unknown;
}

/** The shop in the running service, and the requests so far. */
export interface Real {
  shop: ProofShop;
  script: string[];
  /** The number of requests by command and outcome. */
  tally: Map<string, number>;
  /** Compares all that the service shows with the model. */
  compareAll(model: Model): Promise<void>;
}

/** Computes the request of a command from the model; undefined if the command makes no sense in this state. */
export type Plan = (model: Model) => Attempt | undefined;

/** A command that sends one request, computed from the drawn values. */
export class RequestCommand implements fc.AsyncCommand<Model, Real> {
  readonly name: string;
  readonly drawn: unknown;
  readonly plan: Plan;

  constructor(name: string, drawn: unknown, plan: Plan) {
    this.name = name;
    this.drawn = drawn;
    this.plan = plan;
  }

  check(model: Readonly<Model>): boolean {
    return this.plan(model) !== undefined;
  }

  async run(model: Model, real: Real): Promise<void> {
    const attempt = this.plan(model) ?? assert.fail();
    const answer = await send(real.shop[attempt.person], attempt);
    real.script.push(lineOf(attempt, answer));
    const outcome = `${this.name} ${answer.body?.error?.code ?? 'done'}`;
    real.tally.set(outcome, (real.tally.get(outcome) ?? 0) + 1);
    checkResponse(attempt, answer);
    const { person, path, body = {}, key, replays, again, approval } = attempt;
    if (again !== undefined) model.tried.push({ again, key, hash: hashOf(attempt), isRejected: answer.status >= 400 });
    if (answer.status >= 400 || key === undefined || replays !== undefined) return;
    model.done.push({ person, path, body, key, approval, text: answer.text, status: answer.status });
  }

  toString(): string {
    return `${this.name} ${fc.stringify(this.drawn)}`;
  }
}

/** A command that compares everything, in the middle of a sequence. */
export class CompareCommand implements fc.AsyncCommand<Model, Real> {
  check = () => true;
  run = (model: Model, real: Real) => real.compareAll(model);
  toString = () => 'compare';
}

const send = (caller: Caller, { method, path, body, key, approval }: Attempt): Promise<Reply> => {
  const headers = {
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...(approval === undefined ? {} : { 'approval-id': approval }),
  };
  return method === 'get' || method === 'delete'
    ? caller[method](path, headers)
    : caller[method](path, body ?? {}, headers);
};

const lineOf = ({ person, method, path, body, approval }: Attempt, { status, body: said }: Reply): string =>
  `${person}: ${method.toUpperCase()} ${path}${body === undefined ? '' : ` ${JSON.stringify(body)}`}${approval === undefined ? '' : ` with approval ${approval}`}  → ${status}${status < 400 ? '' : ` ${said?.error?.code}`}`;

function checkResponse({ errors, apply, replays, status = 200 }: Attempt, answer: Reply): void {
  const expected = errors.filter((fault) => fault !== false);
  if (expected.length > 0) {
    const code = answer.body?.error?.code as Code | undefined;
    assert.ok(
      code !== undefined && expected.includes(code),
      `expected ${[...new Set(expected)].join(' or ')}, got ${answer.status} ${answer.text.slice(0, 600)}`,
    );
    assert.equal(answer.status, statusByCode[code], 'the status of an error');
    return;
  }
  assert.ok(answer.status < 400, `expected ${status}, got ${answer.status} ${answer.text.slice(0, 600)}`);
  assert.equal(answer.status, status);
  if (replays !== undefined) assert.equal(answer.text, replays, 'the response to the first request');
  const data = apply?.(answer.body?.data, answer);
  if (data !== undefined) assertMatches(answer.body.data, data, 'the response');
}

/** Compares the expected fields only. */
export const assertMatches = (actual: unknown, expected: unknown, what: string): void =>
  assert.deepEqual(pickFields(actual, expected), expected, what);

/** The actual value without fields that have no expected value. */
function pickFields(actual: unknown, expected: unknown): unknown {
  if (Array.isArray(actual) && Array.isArray(expected))
    return actual.map((one, index) => pickFields(one, expected[index]));
  if (!isObject(actual) || !isObject(expected)) return actual;
  return Object.fromEntries(Object.keys(expected).map((name) => [name, pickFields(actual[name], expected[name])]));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
