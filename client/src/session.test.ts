import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { aFetch, aSignedInClient, noWaiting, refused } from '../../test/api-client.ts';
import { createTestApp } from '../../test/test-app.ts';
import { type Client, type ClientOptions, createClient, type Tokens } from './client.ts';
import { createSession } from './session.ts';

const app = await createTestApp();
const baseUrl = await app.fastify.listen({ host: '127.0.0.1', port: 0 });
const aTill = (options?: Partial<ClientOptions>) => aSignedInClient(baseUrl, options);

test('refreshes a token that expires within half a minute, and uses it until then', async (context) => {
  const expires_at = Date.now();
  let now = expires_at - 30_001;
  context.mock.method(Date, 'now', () => now);
  const stored: number[] = [];
  const { bearer } = createSession({
    tokens: { access_token: 'old', refresh_token: 'r', expires_at },
    onTokens: (tokens) => stored.push(tokens?.expires_at ?? 0),
    refresh: async () => ({ access_token: 'new', expires_in: 900 }),
    isSessionEnded: () => false,
  });
  assert.equal(await bearer().token(), 'old');
  now += 1;
  assert.equal(await bearer().token(), 'new');
  assert.deepEqual(stored, [now + 900_000]);
  now += 900_000 - 30_001;
  assert.equal(await bearer().token(), 'new');
  assert.equal(stored.length, 1);
});

test('refreshes an expired token once for ten calls', async () => {
  const changes: (Tokens | undefined)[] = [];
  await aTill({ onTokens: (changed) => changes.push(changed) });
  const [tokens] = changes;
  assert.ok(tokens);
  const { iat, exp, ...claims } =
    app.fastify.jwt.decode<{ iat: number; exp: number }>(tokens.access_token) ?? assert.fail();
  const expired = app.fastify.jwt.sign({ ...claims, iat: iat - 1_000, exp: exp - 1_000 });
  const wire = aFetch();
  // The token is valid by the clock of the client. Only the service rejects it.
  const till = createClient({
    baseUrl,
    fetch: wire.fetch,
    tokens: { ...tokens, access_token: expired },
    onTokens: (changed) => changes.push(changed),
  });
  const pages = await Promise.all(Array.from({ length: 10 }, () => till.listBranches()));
  assert.ok(pages.every(({ data }) => data.length === 1));
  assert.equal(wire.to('/auth/refresh').length, 1);
  assert.equal(changes.at(-1)?.refresh_token, tokens.refresh_token);
  assert.notEqual(changes.at(-1)?.access_token, expired);
});

test('refreshes a token that is about to expire before sending it', async () => {
  const wire = aFetch();
  const till = await aTill({ fetch: wire.fetch });
  await till.listBranches();
  assert.equal(wire.to('/auth/refresh').length, 0, 'a new token');
  mock.timers.enable({ apis: ['Date'], now: Date.now() + 14.75 * 60_000 });
  try {
    await Promise.all(Array.from({ length: 10 }, () => till.listBranches()));
  } finally {
    mock.timers.reset();
  }
  assert.equal(wire.to('/auth/refresh').length, 1);
  assert.equal(wire.to('/branches').length, 11);
});

test('forgets an ended session, and repeats a lost refresh', async () => {
  const changes: (Tokens | undefined)[] = [];
  const till = await aTill({ onTokens: (changed) => changes.push(changed) });
  const [tokens] = changes;
  assert.ok(tokens);
  let lost = 0;
  const wire = aFetch(async ({ path }, answer) => {
    const response = await answer();
    if (path === '/auth/refresh' && ++lost === 1) throw new TypeError('the connection was lost');
    return response;
  });
  const options = { baseUrl, ...noWaiting(), fetch: wire.fetch, tokens: { ...tokens, expires_at: 0 } };
  assert.equal((await createClient(options).listBranches()).data.length, 1);
  await till.signOut();
  assert.equal(changes.at(-1), undefined);
  const late = createClient({ ...options, onTokens: (changed) => changes.push(changed) });
  changes.push(tokens);
  await assert.rejects(late.listBranches(), refused('UNAUTHENTICATED'));
  assert.equal(changes.at(-1), undefined);
});

test('notices at the next call that the session was ended elsewhere', async () => {
  const changes: (Tokens | undefined)[] = [];
  const till = await aTill({ onTokens: (changed) => changes.push(changed) });
  const [tokens] = changes;
  assert.ok(tokens);
  await createClient({ baseUrl, tokens }).signOut();
  await assert.rejects(till.listBranches(), refused('UNAUTHENTICATED'));
  assert.deepEqual(changes, [tokens, undefined]);
});

test('a call continues as the user that started it, or fails', async () => {
  let attempts = 0;
  const wire = aFetch(({ path }, answer) =>
    path === '/branches' && ++attempts === 1 ? Promise.reject(new TypeError('no route')) : answer(),
  );
  const next = { email: 'next@example.com', password: 'a good long password' };
  let till: Client | undefined;
  till = await aTill({ fetch: wire.fetch, wait: async () => void (await till?.signIn(next)) });
  await till.register({ body: { ...next, name: 'Next' } });
  await assert.rejects(till.listBranches(), refused('UNAUTHENTICATED'));
  assert.deepEqual(
    wire.to('/branches').map(({ token }) => token === null),
    [false, true],
  );
  assert.equal((await till.getCurrentUser()).data.email, next.email);
});
