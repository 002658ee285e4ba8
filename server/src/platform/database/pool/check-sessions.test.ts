import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testServer } from '../../../../../test/test-app.ts';
import { checkSessions } from './check-sessions.ts';

/** The template of the test run accepts no connections on a server with Citus. */
const server = { ...testServer(), database: 'postgres' };

// test/process/pooler.test.ts tries it with a pooler, where one is installed.
test('accepts a database whose connections have a session each', async () => {
  assert.equal(await checkSessions(server), undefined);
});

test('fails if there is no database', async () => {
  await assert.rejects(checkSessions({ ...server, database: 'no_such_database' }), /no_such_database/);
});
