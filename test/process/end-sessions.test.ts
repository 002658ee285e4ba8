import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Service, startService } from '../../demo/service.ts';
import { command } from '../../proof/backup/commands.ts';
import { openTestBed } from '../../proof/test-bed.ts';
import { asAdmin, onDatabase } from '../admin.ts';
import { testServer } from '../test-app.ts';
import { until } from '../until.ts';
import { connect } from './connection.ts';
import { aPlace } from './place.ts';
import { aSharedDatabase } from './shared-database.ts';

const password = 'a good long password';

/** Registers the owners of two shops. Returns functions that open and refresh their sessions. */
async function twoShops(url: string) {
  const { call, close } = connect(`${url}/api/v1/auth`);
  after(close);
  const people = ['one', 'other'].map((name) => ({ email: `${name}@example.com`, password, name }));
  for (const body of people) assert.equal((await call('POST', '/register', { body })).status, 201);
  return {
    call,
    /** Opens two sessions of the first owner and one of the second. */
    async signIn() {
      const [one, other] = people;
      const answers = [];
      for (const person of [one, one, other])
        answers.push(await call('POST', '/login', { body: { email: person?.email, password } }));
      for (const { status, body } of answers) assert.equal(status, 200, JSON.stringify(body));
      return answers.map(({ body }) => body.data as { access_token: string; refresh_token: string });
    },
    async refresh(tokens: readonly { refresh_token: string }[]) {
      const answers = [];
      for (const { refresh_token } of tokens) answers.push(await call('POST', '/refresh', { body: { refresh_token } }));
      return answers.map(({ status }) => status);
    },
  };
}

test('ends every session of a running or stopped service with one command', async () => {
  const testBed = await openTestBed();
  after(() => testBed.close());
  const endSessions = (...args: string[]) => command('end-sessions', args, testBed.env);
  const { call, signIn, refresh } = await twoShops(testBed.url);
  const tokens = await signIn();
  const [first] = tokens;
  assert.deepEqual(await refresh(tokens), [200, 200, 200]);

  const unconfirmed = await endSessions();
  assert.deepEqual(
    [unconfirmed.code, /Nothing was done: 3 sessions of 2 people would end/.test(unconfirmed.said)],
    [2, true],
    unconfirmed.said,
  );
  assert.deepEqual(await refresh(tokens), [200, 200, 200]);

  const done = await endSessions('--yes');
  assert.deepEqual([done.code, done.said], [0, '3 sessions have ended, at 2 merchants. Everybody signs in again.\n']);
  assert.deepEqual(await refresh(tokens), [401, 401, 401]);
  await until(async () => (await call('GET', '/sessions', { token: first?.access_token })).status === 401);
  const { rows } = await testBed.admin.query(
    `select u.name, a.before, a.user_id from audit_entries a join users u on u.id = a.subject_id where action = 'session.all_ended' order by 1`,
  );
  assert.deepEqual(rows, [
    { name: 'one', before: '{"sessions":2}', user_id: null },
    { name: 'other', before: '{"sessions":1}', user_id: null },
  ]);
  assert.equal((await testBed.admin.query('select from known_devices')).rowCount, 0);

  const later = await signIn();
  await testBed.service().stop();
  assert.match((await endSessions('--yes')).said, /^3 sessions have ended/);
  await testBed.restart();
  assert.deepEqual(await refresh(later), [401, 401, 401]);
  assert.match((await endSessions('--yes')).said, /^0 sessions have ended/);
});

test('connects to an external database as the service’s role, under row security', async () => {
  const database = await aSharedDatabase();
  const role = `ordinary_${process.pid}`;
  const server = testServer();
  await onDatabase({ ...server, database: database.name }, async (client) => {
    await client.query(`create role ${role} login password 'plain'`);
    await client.query(`grant create on schema public to ${role}`);
    await client.query(`grant create, temporary on database ${database.name} to ${role}`);
  });
  const place = await aPlace();
  const address = new URL(database.address);
  address.username = role;
  address.password = 'plain';
  const env = { ...place.env, DATABASE_URL: address.href };
  let service: Service | undefined;
  try {
    service = await startService(env);
    const { signIn, refresh } = await twoShops(service.url);
    const tokens = await signIn();
    const done = await command('end-sessions', ['--yes'], env);
    assert.deepEqual([done.code, done.said], [0, '3 sessions have ended, at 2 merchants. Everybody signs in again.\n']);
    assert.deepEqual(await refresh(tokens), [401, 401, 401]);
    const audited = await onDatabase({ ...server, database: database.name }, (client) =>
      client.query(`select distinct merchant_id from audit_entries where action = 'session.all_ended'`),
    );
    assert.equal(audited.rowCount, 2);
  } finally {
    await service?.stop();
    await database.remove();
    await asAdmin(server, (client) => client.query(`drop role ${role}`));
    await place.remove();
  }
});
