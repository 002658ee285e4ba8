import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKeyedQueue } from './keyed-queue.ts';

test('runs so many works of a key at once, the others after them in order, also after a failure', async () => {
  const queue = createKeyedQueue(2);
  const begun: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<string>>();
  const begin = (key: string, name: string) =>
    queue(key, () => {
      begun.push(name);
      const gate = Promise.withResolvers<string>();
      gates.set(name, gate);
      return gate.promise;
    });
  const works = ['a1', 'a2', 'a3', 'a4'].map((name) => begin('a', name));
  const other = begin('b', 'b1');
  const settled = () => new Promise((done) => setImmediate(done));
  await settled();
  assert.deepEqual(begun, ['a1', 'a2', 'b1']);
  gates.get('a1')?.reject(new Error('broken'));
  await assert.rejects(works[0] as Promise<string>, /broken/);
  await settled();
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'a3']);
  gates.get('a2')?.resolve('two');
  assert.equal(await works[1], 'two');
  await settled();
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'a3', 'a4']);
  for (const name of ['a3', 'a4', 'b1']) gates.get(name)?.resolve(name);
  assert.deepEqual(await Promise.all([works[2], works[3], other]), ['a3', 'a4', 'b1']);
});
