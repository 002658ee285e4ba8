import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../random.ts';
import { leaksIn } from './check-response.ts';
import { pathsIn, Raw, replaceAt, writeJson } from './json.ts';
import { proveFuzz } from './prove-fuzz.ts';
import { repliesIn } from './sockets.ts';
import { changesIn } from './strings.ts';

const say = () => undefined;

test('random requests cause no internal error, and rejected ones write nothing', () =>
  proveFuzz({ seed: 1, size: 450, say }));

test('the proof notices an undescribed response, an internal error, and internal details', async () => {
  const run = { seed: 2, size: 60, say };
  await assert.rejects(
    proveFuzz({ ...run, tamper: { response: (answer) => ({ ...answer, status: 500 }) } }),
    /got 500/,
  );
  const secret = {
    response: (answer: { body: string }) => ({ ...answer, body: answer.body.replace('{"', '{"secret":1,"') }),
  };
  await assert.rejects(proveFuzz({ ...run, tamper: secret as object }), /must NOT have additional properties/);
});

test('the proof notices a rejected request that wrote something', async () => {
  let times = 0;
  const rejected = ({ admin }: { admin: { query(text: string): Promise<unknown> } }) =>
    admin.query(`update categories set name = name || '${++times}'`);
  await assert.rejects(
    proveFuzz({ seed: 3, size: 60, say, tamper: { rejected } }),
    /was rejected with \d+, but wrote: categories/,
  );
});

test('recognises internal details', () => {
  for (const text of [
    'error: duplicate key value violates unique constraint "a"',
    'at Object.<anonymous> (file:///srv/a.ts:1:2)',
    'server/src/app/app.ts:12',
    'permission denied for role tillhouse_service',
    `open ${process.cwd()}/x`,
  ])
    assert.notDeepEqual(leaksIn(text), [], text);
  assert.deepEqual(leaksIn('Invalid input parameters: must be text'), []);
});

test('notices a text that is read differently than written', () => {
  const written = { text: '<b>\u200bmark1e', mark: 'mark1e' };
  const read = (name: string) =>
    changesIn({ operation: 'x', type: 'application/json', body: JSON.stringify({ data: [{ name }] }) }, written);
  assert.deepEqual(read(written.text), { seen: 1, changed: [] });
  for (const changed of ['&lt;b&gt;\u200bmark1e', '<b>mark1e', 'mark1e'])
    assert.deepEqual(read(changed), { seen: 1, changed: [changed] });
  const file = (body: string) => changesIn({ operation: 'x', type: 'text/csv', body }, written);
  assert.equal(file(`A,'${written.text},3`).changed.length, 0);
  assert.equal(file('A,b mark1e,3').changed.length, 1);
});

test('writes JSON that JSON.stringify cannot write', () => {
  const value = { a: [1, { b: 'x' }], c: new Raw('1e999') };
  assert.equal(writeJson(value), '{"a":[1,{"b":"x"}],"c":1e999}');
  assert.deepEqual(pathsIn(value), [['a'], ['a', 0], ['a', 1], ['a', 1, 'b'], ['c']]);
  assert.equal(writeJson(replaceAt(value, ['a', 1, 'b'], () => new Raw('NaN'))), '{"a":[1,{"b":NaN}],"c":1e999}');
  assert.equal(writeJson(replaceAt(value, ['c'], () => undefined)), '{"a":[1,{"b":"x"}]}');
});

test('reads the status of a raw response', () => {
  assert.deepEqual(repliesIn('HTTP/1.1 400 Bad Request\r\nA: b\r\n\r\n{}HTTP/1.1 200 OK\r\n\r\n'), [
    { status: 400, body: '{}' },
    { status: 200, body: '' },
  ]);
});

test('the same seed gives the same random numbers', () => {
  const [one, other] = [createRandom(9), createRandom(9)];
  assert.deepEqual([one.below(1_000), one.below(1_000)], [other.below(1_000), other.below(1_000)]);
});
