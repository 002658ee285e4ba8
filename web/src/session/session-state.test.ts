import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { after, mock, test } from 'node:test';
import type { TillhouseError } from '@tillhouse/client';
import { replaceGlobals, storageOf } from '../../../test/pages/replace-globals.ts';

/** What the modules use of a browser. */
const browser = {
  stored: new Map<string, string>(),
  ofTab: new Map<string, string>(),
  visited: [] as string[],
  isEnded: false,
  isOnLine: true,
  listeners: new Map<string, (event: object) => void>(),
};

/** The service: its answers by the end of the path, and what it was asked. */
const answers = new Map<string, () => Response | Promise<Response>>();
let asked: string[] = [];
async function answer(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const path = String(url).replace('http://till.test/api/v1', '');
  const token = new Headers(init?.headers).get('authorization')?.replace('Bearer ', '') ?? '–';
  asked.push(`${init?.method} ${path} ${token}`);
  const found = answers.get(path);
  assert.ok(found, `${path} has no answer`);
  return found();
}

const restore = replaceGlobals({
  localStorage: storageOf(browser.stored),
  sessionStorage: storageOf(browser.ofTab),
  location: {
    origin: 'http://till.test',
    assign: (path: string) => browser.visited.push(path),
    reload: () => browser.visited.push('reload'),
  },
  document: {
    documentElement: {
      lang: 'en',
      toggleAttribute: (name: string, isOn: boolean) => {
        assert.equal(name, 'data-ended');
        browser.isEnded = isOn;
      },
    },
  },
  navigator: {
    get onLine() {
      return browser.isOnLine;
    },
  },
  addEventListener: (name: string, listener: (event: object) => void) => browser.listeners.set(name, listener),
  fetch: answer,
});
after(restore);

const reply = (data: object) => () => Response.json({ success: true, data });
const rejects = (status: number, code: string) => () =>
  Response.json({ success: false, error: { code, message: code, details: [] } }, { status });
const signedOut = rejects(401, 'UNAUTHENTICATED');

// The package names what its build writes.
const client = new URL('../../../client/src/client.ts', import.meta.url).href;
registerHooks({
  resolve: (name, context, next) => next(name === '@tillhouse/client' ? client : name, context),
});
const { onlineManager } = await import('@tanstack/react-query');
const { api, onSessionEnd: _, ...apiModule } = await import('./api.ts');
const state = await import('./session-state.ts');
const { queries } = await import('./queries.ts');
const { requests } = await import('./requests.ts');
const { delayedActs } = await import('./delayed-acts.ts');

const refresh = '/auth/browser/refresh';
const logout = '/auth/browser/logout';
const till = { merchant_id: 'shop', device_id: 'front' };
const stateNow = () =>
  state.isSignedOut()
    ? 'out'
    : state.hasEnded()
      ? 'ended'
      : state.isLocked()
        ? 'locked'
        : state.isHidden()
          ? '?'
          : 'in';
const isFresh = (key: string) => queries.getQueryState([key])?.isInvalidated;

/** Signs in again from a new page, with data of two lists. */
async function signIn() {
  state.clearSession();
  browser.stored.clear();
  browser.ofTab.clear();
  browser.visited = [];
  answers.clear();
  answers.set(refresh, reply({ access_token: 'cookie', expires_in: 900 }));
  browser.stored.set('tillhouse.signed-in', 'yes');
  assert.equal(await state.isSignedIn(), true);
  queries.setQueryData(['sales'], 'sold');
  asked = [];
}

async function until(condition: () => boolean) {
  for (let turns = 0; turns < 2_000 && !condition(); turns += 1) await new Promise((passed) => setTimeout(passed, 5));
  assert.ok(condition());
}

/** Sends a request that the service fails to answer, so that its outcome is unknown. */
async function loseAnswer() {
  answers.set('/customers', rejects(500, 'INTERNAL_ERROR'));
  requests.send('customer', { name: 'createCustomer', call: { body: { name: 'Siti' } } });
  await until(() => requests.hasUnknown());
  asked = [];
}

async function enterPin(user: string) {
  answers.set('/auth/pin', reply({ access_token: `pin of ${user}`, user: { id: user } }));
  await state.unlockTill('1234');
}

test('resumes the session of the cookie once, and only in a browser where a user had signed in', async () => {
  await signIn();
  answers.set('/merchant', reply({}));
  assert.equal(await state.isSignedIn(), true);
  await api.getMerchant();
  assert.deepEqual(asked, ['GET /merchant cookie'], 'the token of the cookie is valid for a while');
  asked = [];
  state.clearSession();
  browser.stored.delete('tillhouse.signed-in');
  assert.deepEqual([await state.isSignedIn(), asked, stateNow()], [false, [], 'out']);
  browser.stored.set('tillhouse.signed-in', 'yes');
  assert.deepEqual([await state.isSignedIn(), asked.length, stateNow()], [true, 1, 'in']);
});

test('forgets an ended session and its shop, but not one that the service cannot tell', async () => {
  await signIn();
  state.clearSession();
  browser.stored.set('tillhouse.signed-in', 'yes');
  answers.set(refresh, rejects(403, 'FORBIDDEN'));
  await assert.rejects(state.isSignedIn(), { status: 403 });
  assert.equal(browser.stored.get('tillhouse.signed-in'), 'yes');
  answers.set(refresh, signedOut);
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
  answers.set('/merchant', signedOut);
  answers.set(refresh, signedOut);
  await assert.rejects(api.getMerchant(), { status: 401 });
  assert.deepEqual([stateNow(), state.isHidden(), browser.isEnded, changes], ['ended', true, true, 1]);
  assert.equal(isFresh('sales'), false, 'what was loaded stays');

  answers.set('/customers', reply({ id: 'siti' }));
  answers.set('/auth/browser/login', reply({ access_token: 'new', expires_in: 900 }));
  await apiModule.signIn({ email: 'a@example.com', password: 'secret' });
  state.onSignedIn();
  assert.deepEqual([stateNow(), browser.isEnded, isFresh('sales')], ['in', false, true]);
  await until(() => !requests.hasUnknown());
  assert.equal(asked.at(-1), 'POST /customers new');
  stop();
  state.clearSession();
  assert.equal(changes, 2);
});

test('a first sign-in reads nothing again', async () => {
  await signIn();
  state.onSignedIn();
  assert.deepEqual([stateNow(), isFresh('sales')], ['in', false]);
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
  answers.set('/merchant', signedOut);
  answers.set(refresh, signedOut);
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
  answers.set(logout, () => {
    done.push(`sign-out, ${onlineManager.isOnline()}`);
    return new Response(null, { status: 204 });
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

test('a sign-out waits for five seconds at most for what comes before it', async () => {
  await signIn();
  answers.set(logout, () => new Response(null, { status: 204 }));
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
  answers.set(logout, signedOut);
  browser.stored.set('tillhouse.shop', 'bakery');
  mock.timers.enable({ apis: ['setTimeout'] });
  await state.endSession();
  mock.timers.reset();
  assert.deepEqual([stateNow(), browser.visited, browser.stored.size], ['out', ['/sign-in'], 0]);
});

test('a sign-out that fails leaves the user signed in, and reads again', async () => {
  await signIn();
  answers.set(logout, rejects(403, 'FORBIDDEN'));
  browser.isOnLine = false;
  mock.timers.enable({ apis: ['setTimeout'] });
  await assert.rejects(state.endSession(), { status: 403 });
  assert.deepEqual([stateNow(), isFresh('sales'), onlineManager.isOnline()], ['in', true, false]);
  browser.isOnLine = true;
  await assert.rejects(state.endSession());
  mock.timers.reset();
  assert.equal(onlineManager.isOnline(), true);
});

test('a till is locked only while a user is signed in, and stays locked after a reload', async () => {
  await signIn();
  state.startPinTill(till);
  assert.deepEqual(state.pinTill(), till);
  assert.equal(state.pinTill(), state.pinTill(), 'the same object while nothing changes');
  await state.lockTill('anna');
  assert.deepEqual([stateNow(), state.isHidden(), browser.isEnded, asked], ['locked', true, true, []]);
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
  assert.deepEqual([stateNow(), apiModule.isSignedInByPin(), isFresh('sales')], ['in', true, true]);
  assert.equal(queries.getQueryData(['sales']), 'sold');
  answers.set('/merchant', reply({}));
  await api.getMerchant();
  assert.equal(asked.at(-1), 'GET /merchant pin of anna');

  answers.set('/auth/logout', () => new Response(null, { status: 204 }));
  await state.lockTill('anna');
  assert.equal(asked.at(-1), 'POST /auth/logout pin of anna');
  assert.equal(apiModule.isSignedInByPin(), false);
  await enterPin('cass');
  assert.deepEqual([stateNow(), queries.getQueryData(['sales'])], ['in', undefined]);
  await api.getMerchant();
  assert.equal(asked.at(-1), 'GET /merchant pin of cass');
});

test('a session by PIN that ends locks the till, and is not continued by the cookie', async () => {
  await signIn();
  state.startPinTill(till);
  await state.lockTill('anna');
  await enterPin('anna');
  answers.set('/merchant', signedOut);
  asked = [];
  await assert.rejects(api.getMerchant(), { status: 401 });
  assert.deepEqual([stateNow(), asked], ['locked', ['GET /merchant pin of anna']]);
  assert.equal(browser.stored.get('tillhouse.signed-in'), 'yes');
});

test('no PIN unlocks a till whose own session has ended', async () => {
  await signIn();
  await assert.rejects(state.unlockTill('1234'), { reason: 'signedOut' });
  assert.deepEqual(asked, []);
  state.startPinTill(till);
  await state.lockTill('anna');
  answers.set(refresh, signedOut);
  await assert.rejects(state.unlockTill('1234'), { reason: 'signedOut' });
  assert.deepEqual([stateNow(), asked], ['locked', [`POST ${refresh} –`]]);
});

test('a request with an unknown outcome waits for the user who sent it', async () => {
  await signIn();
  state.startPinTill(till);
  await state.lockTill('anna');
  await enterPin('anna');
  await loseAnswer();
  answers.set('/auth/logout', () => new Response(null, { status: 204 }));
  await state.lockTill('anna');
  await assert.rejects(enterPin('cass'), { reason: 'unsent' });
  assert.deepEqual([stateNow(), asked.at(-1)], ['locked', 'POST /auth/logout pin of cass']);
  answers.set('/customers', reply({ id: 'siti' }));
  await enterPin('anna');
  assert.equal(stateNow(), 'in');
  await until(() => !requests.hasUnknown());
  assert.equal(asked.at(-1), 'POST /customers pin of anna');
});

test('an error names what the pages need to know of it', async () => {
  await signIn();
  answers.set('/merchant', rejects(403, 'APPROVAL_REQUIRED'));
  const error = await api.getMerchant().catch((thrown: TillhouseError) => thrown);
  assert.deepEqual(
    [apiModule.isForbidden(error), apiModule.isApprovalRequired(error), apiModule.isNotFound(error)],
    [true, true, false],
  );
  assert.equal(apiModule.isFactorNeeded(error), false);
  answers.set('/merchant', rejects(404, 'NOT_FOUND'));
  await apiModule.ignoreNotFound(api.getMerchant());
  answers.set('/merchant', rejects(403, 'FORBIDDEN'));
  await assert.rejects(apiModule.ignoreNotFound(api.getMerchant()), { status: 403 });
});
