import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import type { Logger } from 'pino';
import { createLog } from './log.ts';

/** The output of a log, for a terminal or for a program. */
function outputOf(isTTY: boolean, write: (log: Logger) => void): string {
  let output = '';
  const out = Object.assign(new PassThrough(), { isTTY }) as unknown as NodeJS.WriteStream;
  out.on('data', (chunk) => {
    output += chunk;
  });
  write(createLog('info', out));
  return output.replaceAll(/^\d\d:\d\d:\d\d /gm, '');
}

test('writes one readable line for a terminal, and one JSON object a line for a program', () => {
  const answered = { request_id: 'r', method: 'GET', path: '/health/ready', status: 200, duration_ms: 3 };
  const write = (log: Logger) => {
    log.info(answered, 'answered');
    log.warn({ err: new Error('gone') }, 'a database connection was lost');
  };
  assert.equal(
    outputOf(true, write),
    'answered method=GET path=/health/ready status=200 duration_ms=3\na database connection was lost: gone\n',
  );
  const [first = ''] = outputOf(false, write).split('\n');
  const { level, time, ...rest } = JSON.parse(first);
  assert.deepEqual(rest, { ...answered, msg: 'answered' });
});

test('a terminal shows texts as they are, other values as JSON, and no missing ones', () => {
  const output = outputOf(true, (log) => log.info({ a: 'x y', b: { c: [1] }, d: undefined, e: null }, 'done'));
  assert.equal(output, 'done a=x y b={"c":[1]} e=null\n');
});

test('an error has the request id and the stack', () => {
  const output = outputOf(true, (log) =>
    log.error({ request_id: 'r', err: new Error('broken') }, 'unforeseen failure'),
  );
  assert.match(output, /^unforeseen failure request_id=r: Error: broken\n +at /);
  const ofJob = outputOf(true, (log) => log.error({ err: new Error('broken') }, 'a job failed'));
  assert.match(ofJob, /^a job failed: Error: broken\n/);
});

test('escapes control characters of a client', () => {
  const output = outputOf(true, (log) => log.info({ path: '/\u001b[2J\u009b2J\r' }, 'answered'));
  assert.equal(output, 'answered path=/?[2J?2J?\n');
});

test('does not log values, parameters and statements of database errors, also of nested errors', () => {
  const fields = {
    code: '22P02',
    where: 'unnamed portal parameter $1 = canary',
    internalQuery: 'select canary',
    hint: 'not canary',
  };
  const error = Object.assign(new Error('invalid input syntax for type uuid: "canary\n"2"'), fields);
  const deep = new Error('outer', { cause: new Error('middle', { cause: error }) });
  for (const isTTY of [true, false])
    for (const err of [error, deep, new AggregateError([error], 'several'), 'canary'])
      assert.doesNotMatch(
        outputOf(isTTY, (log) => log.error({ err }, 'x')),
        /canary/,
      );
  assert.match(
    outputOf(false, (log) => log.error({ err: deep }, 'x')),
    /outer: middle: invalid input syntax for type uuid: \\"…\\""/,
  );
});

test('logs a quoted name, unless the error may quote a value', () => {
  const messageOf = (code: string) => {
    const err = Object.assign(new Error('it does not have "this"'), { code });
    return JSON.parse(outputOf(false, (log) => log.error({ err }, 'x'))).err.message;
  };
  assert.equal(messageOf('42P01'), 'it does not have "this"');
  assert.equal(messageOf('22P02'), 'it does not have "…"');
});

test('does not log the row of a violated constraint', () => {
  const error = Object.assign(new Error('new row violates a check'), {
    detail: 'Failing row contains ($argon2id$secret).',
  });
  for (const isTTY of [true, false]) {
    const output = outputOf(
      isTTY,
      (log) => log.error({ err: new Error('outer', { cause: error }) }, 'x') ?? log.error({ err: error }, 'x'),
    );
    assert.match(output, /new row violates a check/);
    assert.doesNotMatch(output, /argon2id/);
  }
});
