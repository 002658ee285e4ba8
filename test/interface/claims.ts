import nodeAssert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after } from 'node:test';
import type { Reply } from '../caller.ts';
import { allOperations, fieldsOf, linesOf, sections } from './contract.ts';
import { readClaims } from './coverage.ts';
import { mismatches } from './shape.ts';

let asserted = 0;

/** `node:assert`, counting: a claim in which nothing was asserted proves nothing. */
export const assert: typeof nodeAssert = new Proxy(nodeAssert, {
  get(target, name) {
    const found: unknown = Reflect.get(target, name);
    if (typeof found !== 'function') return found;
    return (...given: unknown[]) => {
      asserted += 1;
      return Reflect.apply(found, target, given);
    };
  },
});

const known = new Set(sections.flatMap(linesOf).map(({ id }) => id));

/**
 * How the tests of one file say what they prove. What they claim is written out, so that the table is made without
 * running them; at the end of the run every claim must have been reached. To be called after the application is created: of
 * two hooks at the end the one that fails keeps the later from closing it.
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

  /** Claims which the source makes and the run did not come to. */
  const unreached = () =>
    readClaims(file, source)
      .claims.map(({ line }) => line)
      .filter((line) => !reached.has(line));

  /** The assertions within prove these lines. */
  async function proves(lines: string | readonly string[], work: () => unknown): Promise<void> {
    const before = asserted;
    await work();
    if (asserted === before) throw new Error(`nothing is asserted for "${String(lines)}"`);
    settle([lines].flat());
  }

  /** The operation, and every field of its answer: each is there, and of its type. */
  function answers(name: string, reply: Reply): void {
    const { status, answer } = operation(name);
    assert.equal(reply.status, status, `${name}: ${reply.text}`);
    if (answer === 'empty') assert.equal(reply.text, '', name);
    else if (answer === 'file') assert.ok(reply.text.length > 0, `${name} answers a file`);
    else assert.deepEqual(mismatches(answer, reply.body), [], name);
    settle([name, ...(typeof answer === 'string' ? [] : fieldsOf(answer).map(({ path }) => `${name} -> ${path}`))]);
  }

  /** Every field of the body is stored, and another user reads it. */
  function takes(name: string, sent: object, seen: object): void {
    const fields = fieldsOf(operation(name).body ?? {}).map(({ path }) => path);
    assert.ok(fields.length > 0, `${name} has a body`);
    for (const path of fields) {
      const field = path.replace(/\[\].*/, '');
      const value = (sent as Record<string, unknown>)[field];
      assert.notEqual(value, undefined, `${name}: ${field} was not sent`);
      assert.deepEqual((seen as Record<string, unknown>)[field], value, `${name}: ${field}`);
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
