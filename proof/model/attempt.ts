import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Caller, Reply } from '../../test/caller.ts';
import type { Person, ProofShop } from '../shop.ts';
import type { Model } from './shop.ts';

export const statusByCode = {
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  VALIDATION_ERROR: 422,
  DUPLICATE: 422,
  INSUFFICIENT_STOCK: 422,
  INVALID_STATE: 422,
  IDEMPOTENCY_CONFLICT: 422,
} as const;
export type Code = keyof typeof statusByCode;

/** A request, and what the model says of it. */
export interface Attempt {
  person: Person;
  method: 'post' | 'patch' | 'put' | 'delete' | 'get';
  path: string;
  body?: Record<string, unknown>;
  /** The reasons to reject it. Any of several may be reported; without one, it must succeed. */
  faults: readonly (Code | false)[];
  status?: number;
  /** Of a request that may be asked again: it is then answered with the same bytes. */
  key?: string;
  /** It was asked before, and these bytes were the answer. */
  again?: string;
  /** What it changes in the model. @returns what the answer must say, in the same shape, perhaps less of it */
  // biome-ignore lint/suspicious/noExplicitAny: an answer's shape is what is about to be compared.
  happen?(data: any, answer: Reply): unknown;
}

/** The live shop, and what was asked of it so far. */
export interface Real {
  shop: ProofShop;
  script: string[];
  /** How often what was tried, and with what outcome. */
  tally: Map<string, number>;
  /** Compares everything that the service says with the model. */
  look(model: Model): Promise<void>;
}

/** What a command does to the model; nothing where it makes no sense there. */
export type Plan = (model: Model) => Attempt | undefined;

/** A command that asks for something, with what was drawn for it. */
export class Ask implements fc.AsyncCommand<Model, Real> {
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
    judge(attempt, answer);
    const { person, path, body = {}, key, again } = attempt;
    if (answer.status >= 400 || key === undefined || again !== undefined) return;
    model.done.push({ person, path, body, key, text: answer.text, status: answer.status });
  }

  toString(): string {
    return `${this.name} ${fc.stringify(this.drawn)}`;
  }
}

/** Everything is compared, in the midst of it. */
export class Look implements fc.AsyncCommand<Model, Real> {
  check = () => true;
  run = (model: Model, real: Real) => real.look(model);
  toString = () => 'look';
}

const send = (caller: Caller, { method, path, body, key }: Attempt): Promise<Reply> => {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return method === 'get' || method === 'delete'
    ? caller[method](path, headers)
    : caller[method](path, body ?? {}, headers);
};

const lineOf = ({ person, method, path, body }: Attempt, { status, body: said }: Reply): string =>
  `${person}: ${method.toUpperCase()} ${path}${body === undefined ? '' : ` ${JSON.stringify(body)}`}  → ${status}${status < 400 ? '' : ` ${said?.error?.code}`}`;

function judge({ faults, happen, again, status = 200 }: Attempt, answer: Reply): void {
  const expected = faults.filter((fault) => fault !== false);
  if (expected.length > 0) {
    const code = answer.body?.error?.code as Code | undefined;
    assert.ok(
      code !== undefined && expected.includes(code),
      `expected ${[...new Set(expected)].join(' or ')}, heard ${answer.status} ${answer.text.slice(0, 600)}`,
    );
    assert.equal(answer.status, statusByCode[code], 'the status of a refusal');
    return;
  }
  assert.ok(answer.status < 400, `expected ${status}, heard ${answer.status} ${answer.text.slice(0, 600)}`);
  assert.equal(answer.status, status);
  if (again !== undefined) assert.equal(answer.text, again, 'the answer of the first time');
  const told = happen?.(answer.body?.data, answer);
  if (told !== undefined) same(answer.body.data, told, 'the answer');
}

/** As far as the model has something to say of it, what was heard is that. */
export const same = (heard: unknown, expected: unknown, what: string): void =>
  assert.deepEqual(like(heard, expected), expected, what);

/** The response without fields that have no expected value. */
function like(heard: unknown, expected: unknown): unknown {
  if (Array.isArray(heard) && Array.isArray(expected)) return heard.map((one, index) => like(one, expected[index]));
  if (!isObject(heard) || !isObject(expected)) return heard;
  return Object.fromEntries(Object.keys(expected).map((name) => [name, like(heard[name], expected[name])]));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
