import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { forPeople } from './terminal.ts';

const said: string[] = [];
const log = pino(
  { base: null, timestamp: () => ',"time":"2026-11-20T21:37:33.069Z"' },
  forPeople((text) => said.push(text)),
);

test('a person reads when, what, and about what', () => {
  log.info({ request_id: 'r', method: 'GET', path: '/health/ready', status: 200, duration_ms: 3 }, 'answered');
  log.warn({ err: new Error('gone') }, 'a database connection was lost');
  assert.deepEqual(said.splice(0), [
    '21:37:33 answered method=GET path=/health/ready status=200 duration_ms=3\n',
    '21:37:33 a database connection was lost: gone\n',
  ]);
});

test('an error comes with the request that finds it, and where it happened', () => {
  log.error({ request_id: 'r', err: new Error('broken') }, 'unforeseen failure');
  assert.match(said.splice(0).join(''), /^21:37:33 unforeseen failure request_id=r: Error: broken\n +at /);
});

test('what a client wrote does not steer the terminal', () => {
  log.info({ path: '/\u001b[2J\u009b2J\r' }, 'answered');
  assert.deepEqual(said.splice(0), ['21:37:33 answered path=/?[2J?2J?\n']);
});
