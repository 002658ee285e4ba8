import nodeAssert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after } from 'node:test';
import type { Reply } from '../caller.ts';
import { allOperations, fieldsOf, linesOf, sections } from './contract.ts';
import { readClaims } from './coverage.ts';
import { mismatches } from './shape.ts';

let asserted = 0;

/** `node:assert`, which also counts its calls: a claim without an assertion is an error. */
export const assert: typeof nodeAssert = new Proxy(nodeAssert, {
  get(target, name) {
    const found: unknown = Reflect.get(target, name);
    if (typeof found !== 'function') return found;
    return (...args: unknown[]) => {
      asserted += 1;
      return Reflect.apply(found, target, args);
    };
  },
});

const known = new Set(sections.flatMap(linesOf).map(({ id }) => id));

/**
 * Returns the functions with which the tests of one file claim the lines that they prove. Claims are string literals,
 * so that the coverage table can be made without a run. At the end of the run, every claim must have been reached. Call
 * it after the application is created: if this hook failed before the application's own, the application would not be
 * closed.
 */
export function claimsOf(file: string) {
  const { unreached, ...claiming } = beginClaims(file, readFileSync(file, 'utf8'));
  after(() => {
    const missed = unreached();
    if (missed.length > 0) throw new Error(`claimed, and never asserted:\n${missed.join('\n')}`);
  });
  return claiming;
}

export function beginClaims(file: string, source: string) {
  const reached = new Set<string>();
  const settle = (lines: readonly string[]) => {
    for (const line of lines) {
      if (!known.has(line)) throw new Error(`the interface has no line "${line}"`);
      reached.add(line);
    }
  };

  /** The claims in the source that the run did not reach. */
  const unreached = () =>
    readClaims(file, source)
      .claims.map(({ line }) => line)
      .filter((line) => !reached.has(line));

  /** Claims that the assertions in `work` prove these lines. */
  async function proves(lines: string | readonly string[], work: () => unknown): Promise<void> {
    const before = asserted;
    await work();
    if (asserted === before) throw new Error(`nothing is asserted for "${String(lines)}"`);
    settle([lines].flat());
  }

  /** Claims the operation and every field of its response, and checks that each field exists and has its type. */
  function answers(name: string, reply: Reply): void {
    const { status, answer } = operation(name);
    assert.equal(reply.status, status, `${name}: ${reply.text}`);
    if (answer === 'empty') assert.equal(reply.text, '', name);
    else if (answer === 'file') assert.ok(reply.text.length > 0, `${name} returns a file`);
    else assert.deepEqual(mismatches(answer, reply.body), [], name);
    settle([name, ...(typeof answer === 'string' ? [] : fieldsOf(answer).map(({ path }) => `${name} -> ${path}`))]);
  }

  /** Claims every field of the request body, and checks that each sent value was read back. */
  function takes(name: string, sent: object, stored: object): void {
    const fields = fieldsOf(operation(name).body ?? {}).map(({ path }) => path);
    assert.ok(fields.length > 0, `${name} has a body`);
    for (const path of fields) {
      const field = path.replace(/\[\].*/, '');
      const value = (sent as Record<string, unknown>)[field];
      assert.notEqual(value, undefined, `${name}: ${field} was not sent`);
      assert.deepEqual((stored as Record<string, unknown>)[field], value, `${name}: ${field}`);
    }
    settle(fields.map((path) => `${name} <- ${path}`));
  }

  return { proves, answers, takes, unreached };
}

function operation(name: string) {
  const found = allOperations[name];
  if (found === undefined) throw new Error(`the interface has no operation "${name}"`);
  return found;
}
