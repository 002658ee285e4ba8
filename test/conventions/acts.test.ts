import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { operations } from '../../client/src/api.generated.ts';
import { eventTypes } from '../../server/src/features/events/all-events.ts';
import { staleKinds, withoutPages } from '../../web/src/shell/stale-rules.ts';

const web = new URL('../../web/src/', import.meta.url).pathname;

/** Files that call a POST by itself, which calls, and why that cannot happen twice. */
const exceptions: Record<string, { calls: readonly string[]; why: string }> = {
  'session/api.ts': {
    calls: ['loginInBrowser', 'loginInBrowserWithPasskey', 'logoutInBrowser', 'refreshInBrowser'],
    why: 'a session more or less changes nothing of the shop, and a sign-in is never sent again for somebody else',
  },
  'session/error-messages.ts': {
    calls: ['fetch('],
    why: 'the client alone calls it, with the requests that it would send itself',
  },
  'session/passkeys.ts': {
    calls: ['startPasskey', 'startPasskeySignIn'],
    why: 'a challenge that is not used changes nothing',
  },
  'pages/sales/refund.tsx': { calls: ['previewRefund'], why: 'a preview changes nothing' },
  'pages/accept-invitation.tsx': {
    calls: ['acceptInvitation', 'previewInvitation'],
    why: 'an invitation is accepted once, and a preview changes nothing',
  },
  'pages/reset-password.tsx': {
    calls: ['forgotPassword'],
    why: 'a mail for an account is sent once in five minutes',
  },
  'pages/stock/import.tsx': { calls: ['validateImport'], why: 'a validation changes nothing' },
  'pages/settings/devices/this-browser.ts': {
    calls: ['registerDevice'],
    why: 'the same token again is the same device',
  },
  'pages/demo/demo.tsx': {
    calls: ['register', 'loadDemo'],
    why: 'a visit of the page opens one shop, with one key, however often it is pressed',
  },
};

const isPost = (name: string) => name in operations && operations[name as keyof typeof operations].method === 'POST';

/** The POSTs that a source calls without an act, and whatever hides a call from this test. */
function callsIn(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^import[^;]*;$/gm, '').replace(/typeof api\b[.\w[\]']*/g, '');
  const called = [...code.matchAll(/\bapi\s*\.\s*(\w+)/g)].map(([, name = '']) => name).filter(isPost);
  const hidden = [
    ...code.matchAll(/(?<!['/\w])\bapi\b(?!\s*\.\s*\w)(?!: Client)(?![/-])|\bfetch\s*\(|XMLHttpRequest|sendBeacon/g),
  ].map(([found]) => found);
  return [...new Set([...called, ...hidden])].sort();
}

test('no page sends a POST but through `useAct`, which keeps its key until the outcome is known', async () => {
  const found: Record<string, string[]> = {};
  let acts = 0;
  for await (const path of glob('**/*.{ts,tsx}', { cwd: web })) {
    const text = await readFile(`${web}${path}`, 'utf8');
    acts += [...text.matchAll(/useAct\(\[/g)].length;
    const calls = callsIn(text);
    if (calls.length > 0 && !path.startsWith('push/')) found[path] = calls;
  }
  assert.ok(acts > 20, `${acts} acts were found`);
  const allowed = Object.entries(exceptions).map(([path, { calls }]): [string, string[]] => [path, [...calls].sort()]);
  assert.deepEqual(found, Object.fromEntries(allowed));
});

const isAboutOne = (name: string) =>
  name in operations && operations[name as keyof typeof operations].path.replace('/api/v1/', '').includes('{');

/** Acts on one of several things that do not say on which: while one is of unknown outcome, the button of another would send it again. */
const withoutAbout = (text: string): string[] =>
  [...text.matchAll(/useAct\(\[([^\]]*)\](?:, \{([\s\S]*?)\n? *\}\))?/g)]
    .filter(
      ([, names = '', options = '']) =>
        [...names.matchAll(/\w+/g)].some(([name]) => isAboutOne(name)) && !/\babout\b/.test(options),
    )
    .map(([, names = '']) => names);

test('a request about one of several things names it', async () => {
  for await (const path of glob('**/*.{ts,tsx}', { cwd: web }))
    assert.deepEqual(withoutAbout(await readFile(`${web}${path}`, 'utf8')), [], path);
});

test('what the net must catch', () => {
  assert.deepEqual(withoutAbout("useAct(['voidTransaction'], {\n  onDone: close,\n});"), ["'voidTransaction'"]);
  assert.deepEqual(withoutAbout("useAct(['voidTransaction']);"), ["'voidTransaction'"]);
  assert.deepEqual(withoutAbout("useAct(['voidTransaction'], { about: sale.id });"), []);
  assert.deepEqual(withoutAbout("useAct(['createProduct']);"), []);
  assert.deepEqual(callsIn('await api.createProduct({ body });'), ['createProduct']);
  assert.deepEqual(callsIn('const { createProduct } = api;'), ['api']);
  assert.deepEqual(callsIn("api['createProduct']({ body })"), ['api']);
  assert.deepEqual(callsIn("await fetch('/api/v1/products', { method: 'POST' });"), ['fetch(']);
  assert.deepEqual(callsIn('await api.listProducts(); type Body = Parameters<typeof api.createProduct>[0];'), []);
});

test('every type of event refreshes its queries or is listed as changing no page', () => {
  for (const type of Object.keys(eventTypes))
    assert.notEqual(
      staleKinds(type).length > 0,
      withoutPages.includes(type),
      `${type}: refreshes something, or nothing shows it`,
    );
  for (const type of withoutPages) assert.ok(type in eventTypes, type);
});
