import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  browser,
  clearBrowser,
  openFakeBrowser,
  rejects,
  reply,
  service,
  signedOut,
  untilTrue,
} from '../../../test/pages/fake-browser.ts';

after(openFakeBrowser());
const { api, ...apiModule } = await import('./api.ts');
const state = await import('./session-state.ts');
const { queries } = await import('./queries.ts');
const { requests } = await import('./requests.ts');

const refresh = '/auth/browser/refresh';
const till = { merchant_id: 'shop', device_id: 'front' };
const isStale = (key: string) => queries.getQueryState([key])?.isInvalidated;
const stateNow = () => {
  if (state.isSignedOut()) return 'out';
  if (state.hasEnded()) return 'ended';
  if (state.isLocked()) return 'locked';
  return state.isHidden() ? 'hidden' : 'in';
};

/** Signs in again from a new page, with data of a list. */
async function signIn() {
  state.clearSession();
  clearBrowser();
  service.answers.set(refresh, reply({ access_token: 'cookie', expires_in: 900 }));
  browser.stored.set('tillhouse.signed-in', 'yes');
  assert.equal(await state.isSignedIn(), true);
  queries.setQueryData(['sales'], 'sold');
  service.asked = [];
}

/** Sends a request that the service fails to answer, so that its outcome is unknown. */
async function loseAnswer() {
  service.answers.set('/customers', rejects(500, 'INTERNAL_ERROR'));
  requests.send('customer', { name: 'createCustomer', call: { body: { name: 'Siti' } } });
  await untilTrue(() => requests.hasUnknown());
  service.asked = [];
}

async function enterPin(user: string) {
  service.answers.set('/auth/pin', reply({ access_token: `pin of ${user}`, user: { id: user } }));
  await state.unlockTill('1234');
}

test('a till is locked only while a user is signed in, and stays locked after a reload', async () => {
  await signIn();
  state.startPinTill(till);
  assert.deepEqual(state.pinTill(), till);
  assert.equal(state.pinTill(), state.pinTill(), 'the same object while nothing changes');
  await state.lockTill('anna');
  assert.deepEqual([stateNow(), state.isHidden(), browser.isEnded, service.asked], ['locked', true, true, []]);
  state.clearSession();
  await state.lockTill('anna');
  assert.equal(stateNow(), 'out');
  state.startPinTill(till);
  browser.stored.set('tillhouse.signed-in', 'yes');
  assert.equal(await state.isSignedIn(), true);
  assert.equal(stateNow(), 'locked');
});

test('a PIN unlocks the till as its user, and what another user had loaded is gone', async () => {
  await signIn();
  state.startPinTill(till);
  await state.lockTill('anna');
  await enterPin('anna');
  assert.deepEqual([stateNow(), apiModule.isSignedInByPin(), isStale('sales')], ['in', true, true]);
  assert.equal(queries.getQueryData(['sales']), 'sold');
  service.answers.set('/merchant', reply({}));
  await api.getMerchant();
  assert.equal(service.asked.at(-1), 'GET /merchant pin of anna');

  service.answers.set('/auth/logout', () => new Response(null, { status: 204 }));
  await state.lockTill('anna');
  assert.equal(service.asked.at(-1), 'POST /auth/logout pin of anna');
  assert.equal(apiModule.isSignedInByPin(), false);
  await enterPin('cass');
  assert.deepEqual([stateNow(), queries.getQueryData(['sales'])], ['in', undefined]);
  await api.getMerchant();
  assert.equal(service.asked.at(-1), 'GET /merchant pin of cass');
});

test('a session by PIN that ends locks the till, and is not continued by the cookie', async () => {
  await signIn();
  state.startPinTill(till);
  await state.lockTill('anna');
  await enterPin('anna');
  service.answers.set('/merchant', signedOut);
  service.asked = [];
  await assert.rejects(api.getMerchant(), { status: 401 });
  assert.deepEqual([stateNow(), service.asked], ['locked', ['GET /merchant pin of anna']]);
  assert.equal(browser.stored.get('tillhouse.signed-in'), 'yes');
});

test('no PIN unlocks a till whose own session has ended', async () => {
  await signIn();
  await assert.rejects(state.unlockTill('1234'), { reason: 'signedOut' });
  assert.deepEqual(service.asked, []);
  state.startPinTill(till);
  await state.lockTill('anna');
  service.answers.set(refresh, signedOut);
  await assert.rejects(state.unlockTill('1234'), { reason: 'signedOut' });
  assert.deepEqual([stateNow(), service.asked], ['locked', [`POST ${refresh} –`]]);
});

test('a request with an unknown outcome waits for the user who sent it', async () => {
  await signIn();
  state.startPinTill(till);
  await state.lockTill('anna');
  await enterPin('anna');
  await loseAnswer();
  service.answers.set('/auth/logout', () => new Response(null, { status: 204 }));
  await state.lockTill('anna');
  await assert.rejects(enterPin('cass'), { reason: 'unsent' });
  assert.deepEqual([stateNow(), service.asked.at(-1)], ['locked', 'POST /auth/logout pin of cass']);
  service.answers.set('/customers', reply({ id: 'siti' }));
  await enterPin('anna');
  assert.equal(stateNow(), 'in');
  await untilTrue(() => !requests.hasUnknown());
  assert.equal(service.asked.at(-1), 'POST /customers pin of anna');
});

const sale = { name: 'createTransaction', call: { body: { id: 'sale', items: [] }, idempotencyKey: 'key' } } as const;

test('a sale with an unknown outcome does not keep another user out, and is found as that user', async () => {
  await signIn();
  state.startPinTill(till);
  await state.lockTill('anna');
  await enterPin('anna');
  service.answers.set('/transactions', rejects(500, 'INTERNAL_ERROR'));
  requests.send('till', sale);
  await untilTrue(() => requests.hasUnknown());
  service.answers.set('/auth/logout', () => new Response(null, { status: 204 }));
  await state.lockTill('anna');
  service.answers.set('/transactions', rejects(422, 'IDEMPOTENCY_CONFLICT'));
  service.answers.set('/transactions/sale', reply({ id: 'sale', status: 'completed' }));
  const found: unknown[] = [];
  requests.subscribe('till', { onChange: () => undefined, onDone: (response) => found.push(response) });
  await enterPin('cass');
  assert.equal(stateNow(), 'in');
  await untilTrue(() => found.length > 0);
  assert.deepEqual(service.asked.slice(-2), ['POST /transactions pin of cass', 'GET /transactions/sale pin of cass']);
  assert.ok(!requests.hasUnknown());
});

test('a request in flight waits for the user who sent it, and is never sent as another one', async () => {
  await signIn();
  state.startPinTill(till);
  await state.lockTill('anna');
  await enterPin('anna');
  const lost = Promise.withResolvers<Response>();
  service.answers.set('/customers', () => lost.promise);
  requests.send('customer', { name: 'createCustomer', call: { body: { name: 'Siti' } } });
  await untilTrue(() => service.asked.at(-1) === 'POST /customers pin of anna');
  service.answers.set('/auth/logout', () => new Response(null, { status: 204 }));
  await state.lockTill('anna');
  await assert.rejects(enterPin('cass'), { reason: 'unsent' });
  service.asked = [];
  service.answers.set('/customers', signedOut);
  lost.reject(new TypeError('the connection was lost'));
  await untilTrue(() => requests.hasUnknown());
  assert.deepEqual(service.asked, ['POST /customers –'], 'not with the session of the cookie');
  service.answers.set('/customers', reply({ id: 'siti' }));
  await enterPin('anna');
  await untilTrue(() => !requests.hasUnknown());
  assert.equal(service.asked.at(-1), 'POST /customers pin of anna');
});

test('a user whose session has ended by itself unlocks the till with a request of unknown outcome', async () => {
  await signIn();
  state.startPinTill(till);
  await state.lockTill('owen');
  await enterPin('anna');
  await loseAnswer();
  service.answers.set('/merchant', signedOut);
  await assert.rejects(api.getMerchant(), { status: 401 });
  assert.equal(stateNow(), 'locked');
  service.answers.set('/customers', reply({ id: 'siti' }));
  await enterPin('anna');
  assert.equal(stateNow(), 'in');
  await untilTrue(() => !requests.hasUnknown());
});
