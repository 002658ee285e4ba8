import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import type { Logger } from 'pino';
import { createLog } from './log.ts';

/** What is written of what a log is told, by whether a person looks on. */
function hear(isTTY: boolean, tell: (log: Logger) => void): string {
  let said = '';
  const out = Object.assign(new PassThrough(), { isTTY }) as unknown as NodeJS.WriteStream;
  out.on('data', (chunk) => {
    said += chunk;
  });
  tell(createLog('info', out));
  return said.replaceAll(/^\d\d:\d\d:\d\d /gm, '');
}

test('a person reads what and about what, a program an object a line', () => {
  const answered = { request_id: 'r', method: 'GET', path: '/health/ready', status: 200, duration_ms: 3 };
  const tell = (log: Logger) => {
    log.info(answered, 'answered');
    log.warn({ err: new Error('gone') }, 'a database connection was lost');
  };
  assert.equal(
    hear(true, tell),
    'answered method=GET path=/health/ready status=200 duration_ms=3\na database connection was lost: gone\n',
  );
  const [first = ''] = hear(false, tell).split('\n');
  const { level, time, ...rest } = JSON.parse(first);
  assert.deepEqual(rest, { ...answered, msg: 'answered' });
});

test('an error comes with the request that finds it, and where it happened', () => {
  const said = hear(true, (log) => log.error({ request_id: 'r', err: new Error('broken') }, 'unforeseen failure'));
  assert.match(said, /^unforeseen failure request_id=r: Error: broken\n +at /);
});

test('what a client wrote does not steer the terminal', () => {
  const said = hear(true, (log) => log.info({ path: '/\u001b[2J\u009b2J\r' }, 'answered'));
  assert.equal(said, 'answered path=/?[2J?2J?\n');
});

test('nor is a value, a parameter or a statement, however deep the error lies', () => {
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
        hear(isTTY, (log) => log.error({ err }, 'x')),
        /canary/,
      );
  assert.match(
    hear(false, (log) => log.error({ err: deep }, 'x')),
    /outer: middle: invalid input syntax for type uuid: \\"…\\""/,
  );
});

test('the row that the database complains about is not written down', () => {
  const error = Object.assign(new Error('new row violates a check'), {
    detail: 'Failing row contains ($argon2id$secret).',
  });
  for (const isTTY of [true, false]) {
    const said = hear(
      isTTY,
      (log) => log.error({ err: new Error('outer', { cause: error }) }, 'x') ?? log.error({ err: error }, 'x'),
    );
    assert.match(said, /new row violates a check/);
    assert.doesNotMatch(said, /argon2id/);
  }
});
