import assert from 'node:assert/strict';
import { after, mock, test } from 'node:test';
import type { TillhouseError } from '@tillhouse/client';
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
const { onlineManager } = await import('@tanstack/react-query');
const { api, ...apiModule } = await import('./api.ts');
const state = await import('./session-state.ts');
const { queries } = await import('./queries.ts');
const { requests } = await import('./requests.ts');
const { delayedActs } = await import('./delayed-acts.ts');

const refresh = '/auth/browser/refresh';
const logout = '/auth/browser/logout';
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

test('resumes the session of the cookie once, and only in a browser where a user had signed in', async () => {
  await signIn();
  service.answers.set('/merchant', reply({}));
  assert.equal(await state.isSignedIn(), true);
  await api.getMerchant();
  assert.deepEqual(service.asked, ['GET /merchant cookie'], 'the token of the cookie is valid for a while');
  service.asked = [];
  state.clearSession();
  browser.stored.delete('tillhouse.signed-in');
  assert.deepEqual([await state.isSignedIn(), service.asked, stateNow()], [false, [], 'out']);
  browser.stored.set('tillhouse.signed-in', 'yes');
  assert.deepEqual([await state.isSignedIn(), service.asked.length, stateNow()], [true, 1, 'in']);
});

test('forgets an ended session and its shop, but not one that the service cannot tell', async () => {
  await signIn();
  state.clearSession();
  browser.stored.set('tillhouse.signed-in', 'yes');
  service.answers.set(refresh, rejects(403, 'FORBIDDEN'));
  await assert.rejects(state.isSignedIn(), { status: 403 });
  assert.equal(browser.stored.get('tillhouse.signed-in'), 'yes');
  service.answers.set(refresh, signedOut);
  assert.deepEqual([await state.isSignedIn(), browser.stored.size, browser.visited], [false, 0, []]);
  browser.stored.set('tillhouse.signed-in', 'yes');
  browser.ofTab.set('tillhouse.shop', 'bakery');
  assert.deepEqual([await state.isSignedIn(), browser.ofTab.size, browser.visited], [false, 0, ['reload']]);
});

test('a session that ends elsewhere hides the page, and goes on after a new sign-in', async () => {
  await signIn();
  let changes = 0;
  const stop = state.watchSession(() => {
    changes += 1;
  });
  await loseAnswer();
  service.answers.set('/merchant', signedOut);
  service.answers.set(refresh, signedOut);
  await assert.rejects(api.getMerchant(), { status: 401 });
  assert.deepEqual([stateNow(), state.isHidden(), browser.isEnded, changes], ['ended', true, true, 1]);
  assert.equal(isStale('sales'), false, 'what was loaded stays');

  service.answers.set('/customers', reply({ id: 'siti' }));
  service.answers.set('/auth/browser/login', reply({ access_token: 'new', expires_in: 900 }));
  await apiModule.signIn({ email: 'a@example.com', password: 'secret' });
  state.onSignedIn();
  assert.deepEqual([stateNow(), browser.isEnded, isStale('sales')], ['in', false, true]);
  await untilTrue(() => !requests.hasUnknown());
  assert.equal(service.asked.at(-1), 'POST /customers new');
  stop();
  state.clearSession();
  assert.equal(changes, 2);
});

test('a session is not renewed as the user who has signed in in another tab', async () => {
  const tokenOf = (sub: string) => `header.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.signature`;
  await signIn();
  service.answers.set('/auth/browser/login', reply({ access_token: tokenOf('anna'), expires_in: 900 }));
  await apiModule.signIn({ email: 'a@example.com', password: 'secret' });
  service.answers.set('/merchant', signedOut);
  service.answers.set(refresh, reply({ access_token: tokenOf('cass'), expires_in: 900 }));
  service.asked = [];
  await assert.rejects(api.getMerchant(), { status: 401 });
  assert.deepEqual(service.asked, [`GET /merchant ${tokenOf('anna')}`, `POST ${refresh} –`]);
  assert.equal(stateNow(), 'ended');
  assert.equal(browser.stored.get('tillhouse.signed-in'), 'yes', 'the other user is signed in');

  await apiModule.signIn({ email: 'a@example.com', password: 'secret' });
  state.onSignedIn();
  service.answers.set(refresh, reply({ access_token: tokenOf('anna'), expires_in: 900 }));
  await assert.rejects(api.getMerchant(), { status: 401 });
  assert.deepEqual(service.asked.slice(-2), [`POST ${refresh} –`, `GET /merchant ${tokenOf('anna')}`]);
  assert.equal(stateNow(), 'in');
});

test('a first sign-in reads nothing again', async () => {
  await signIn();
  state.onSignedIn();
  assert.deepEqual([stateNow(), isStale('sales')], ['in', false]);
});

test('Escape closes nothing under a page that is hidden', async () => {
  await signIn();
  const press = (key: string) => {
    const done: string[] = [];
    browser.listeners.get('keydown')?.({
      key,
      preventDefault: () => done.push('default'),
      stopImmediatePropagation: () => done.push('others'),
    });
    return done;
  };
  assert.deepEqual(press('Escape'), []);
  await state.lockTill('anna');
  assert.deepEqual([press('Escape'), press('a')], [['default', 'others'], []]);
  await signIn();
  service.answers.set('/merchant', signedOut);
  service.answers.set(refresh, signedOut);
  await assert.rejects(api.getMerchant());
  assert.deepEqual(press('Escape'), ['default', 'others']);
});

test('a sign-out does first what waits for its undo, and forgets everything', async () => {
  await signIn();
  const done: string[] = [];
  delayedActs.add(async () => {
    await new Promise((passed) => setImmediate(passed));
    done.push(`delayed act, ${onlineManager.isOnline()}`);
  });
  service.answers.set(logout, () => {
    done.push(`sign-out, ${onlineManager.isOnline()}`);
    return reply({ is_ended: true })();
  });
  let listened = 0;
  state.onSignOut(() => {
    listened += 1;
  });
  state.startPinTill(till);
  await loseAnswer();
  mock.timers.enable({ apis: ['setTimeout'] });
  await state.endSession();
  mock.timers.reset();
  assert.deepEqual(done, ['delayed act, true', 'sign-out, false']);
  assert.deepEqual([stateNow(), listened, browser.stored.size, onlineManager.isOnline()], ['out', 1, 0, true]);
  assert.deepEqual(
    [state.pinTill(), requests.hasUnknown(), queries.getQueryData(['sales'])],
    [undefined, false, undefined],
  );
  state.clearSession();
  assert.equal(listened, 1, 'once');
});

test('a sign-out of a tab ends its own session, and nothing of the user who has replaced the cookie', async () => {
  const token = `header.${Buffer.from(JSON.stringify({ sub: 'anna' })).toString('base64url')}.signature`;
  await signIn();
  service.answers.set('/auth/browser/login', reply({ access_token: token, expires_in: 900 }));
  await apiModule.signIn({ email: 'a@example.com', password: 'secret' });
  // In another tab, Cass has signed in since and has started to change users by PIN.
  state.startPinTill(till);
  service.answers.set(logout, reply({ is_ended: false }));
  service.answers.set('/auth/logout', reply({}));
  service.asked = [];
  mock.timers.enable({ apis: ['setTimeout'] });
  await state.endSession();
  mock.timers.reset();
  assert.deepEqual(service.asked, [`POST ${logout} –`, `POST /auth/logout ${token}`]);
  assert.deepEqual(service.bodies.at(-2), { user_id: 'anna' });
  assert.equal(stateNow(), 'out');
  assert.deepEqual([...browser.stored.keys()].sort(), ['tillhouse.pin-till', 'tillhouse.signed-in']);
});

test('a sign-out waits for five seconds at most for what comes before it', async () => {
  await signIn();
  service.answers.set(logout, reply({ is_ended: true }));
  delayedActs.add(() => new Promise(() => undefined));
  mock.timers.enable({ apis: ['setTimeout'] });
  const leaving = state.endSession();
  mock.timers.tick(4_999);
  await new Promise((passed) => setImmediate(passed));
  assert.equal(stateNow(), 'in');
  mock.timers.tick(1);
  await leaving;
  mock.timers.reset();
  assert.equal(stateNow(), 'out');
});

test('a sign-out from a chosen shop loads the page again, for the home shop of the next user', async () => {
  await signIn();
  service.answers.set(logout, signedOut);
  browser.stored.set('tillhouse.shop', 'bakery');
  mock.timers.enable({ apis: ['setTimeout'] });
  await state.endSession();
  mock.timers.reset();
  assert.deepEqual([stateNow(), browser.visited, browser.stored.size], ['out', ['/sign-in'], 0]);
});

test('a sign-out that fails leaves the user signed in, and reads again', async () => {
  await signIn();
  service.answers.set(logout, rejects(403, 'FORBIDDEN'));
  browser.isOnLine = false;
  mock.timers.enable({ apis: ['setTimeout'] });
  await assert.rejects(state.endSession(), { status: 403 });
  assert.deepEqual([stateNow(), isStale('sales'), onlineManager.isOnline()], ['in', true, false]);
  browser.isOnLine = true;
  await assert.rejects(state.endSession());
  mock.timers.reset();
  assert.equal(onlineManager.isOnline(), true);
});

test('an error names what the pages need to know of it', async () => {
  await signIn();
  service.answers.set('/merchant', rejects(403, 'APPROVAL_REQUIRED'));
  const error = await api.getMerchant().catch((thrown: TillhouseError) => thrown);
  assert.deepEqual(
    [apiModule.isForbidden(error), apiModule.isApprovalRequired(error), apiModule.isNotFound(error)],
    [true, true, false],
  );
  assert.equal(apiModule.isFactorNeeded(error), false);
  service.answers.set('/merchant', rejects(404, 'NOT_FOUND'));
  await apiModule.ignoreNotFound(api.getMerchant());
  service.answers.set('/merchant', rejects(403, 'FORBIDDEN'));
  await assert.rejects(apiModule.ignoreNotFound(api.getMerchant()), { status: 403 });
});
