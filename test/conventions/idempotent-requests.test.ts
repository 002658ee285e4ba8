import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { operations } from '../../client/src/api.generated.ts';
import { eventTypes } from '../../server/src/features/events/all-events.ts';
import { staleKinds, withoutPages } from '../../web/src/app/shell/stale-rules.ts';

const web = new URL('../../web/src/', import.meta.url).pathname;

/** Files that send a POST without `useAct`: which calls, and why a repetition has no effect. */
const exceptions: Record<string, { calls: readonly string[]; why: string }> = {
  'session/api.ts': {
    calls: ['enterPin', 'loginInBrowser', 'loginInBrowserWithPasskey', 'logout', 'logoutInBrowser', 'refreshInBrowser'],
    why: 'an additional session does not change the shop, and a sign-in is never repeated for another user',
  },
  'session/error-messages.ts': { calls: ['fetch('], why: 'only the client calls it, with its own requests' },
  'session/passkeys.ts': { calls: ['startPasskey', 'startPasskeySignIn'], why: 'an unused challenge changes nothing' },
  'features/sales/refund.tsx': { calls: ['previewRefund'], why: 'a preview changes nothing' },
  'features/auth/accept-invitation.tsx': {
    calls: ['acceptInvitation', 'previewInvitation'],
    why: 'an invitation is accepted once, and a preview changes nothing',
  },
  'features/auth/reset-password.tsx': {
    calls: ['forgotPassword'],
    why: 'an account gets at most one mail in five minutes',
  },
  'features/customers/import-customers.tsx': {
    calls: ['readCustomerColumns', 'validateCustomerImport'],
    why: 'neither changes anything',
  },
  'features/stock/import.tsx': {
    calls: ['readImportColumns', 'validateImport'],
    why: 'neither changes anything',
  },
  'features/settings/devices/this-browser.ts': {
    calls: ['registerDevice'],
    why: 'a token that is registered twice is one device',
  },
  'features/till/register-till.ts': {
    calls: ['registerDevice'],
    why: 'a token that is registered twice is one device',
  },
  'features/demo/demo.tsx': {
    calls: ['register', 'loadDemo'],
    why: 'a visit of the page has one idempotency key, so that repeated clicks create one shop',
  },
};

const isPost = (name: string) => name in operations && operations[name as keyof typeof operations].method === 'POST';

/** The POSTs that a source calls without that hook, and whatever hides a call from this test. */
function callsIn(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^import[^;]*;$/gm, '').replace(/typeof api\b[.\w[\]']*/g, '');
  const called = [...code.matchAll(/\bapi\s*\.\s*(\w+)/g)].map(([, name = '']) => name).filter(isPost);
  const hidden = [
    ...code.matchAll(/(?<!['/\w])\bapi\b(?!\s*\.\s*\w)(?!: Client)(?![/-])|\bfetch\s*\(|XMLHttpRequest|sendBeacon/g),
  ].map(([found]) => found);
  return [...new Set([...called, ...hidden])].sort();
}

test('no page sends a POST but through `useIdempotentRequest`, which keeps its key until the outcome is known', async () => {
  const found: Record<string, string[]> = {};
  let requests = 0;
  for await (const path of glob('**/*.{ts,tsx}', { cwd: web })) {
    if (/\.test\.tsx?$/.test(path)) continue;
    const text = await readFile(`${web}${path}`, 'utf8');
    requests += [...text.matchAll(/useIdempotentRequest\(\[/g)].length;
    const calls = callsIn(text);
    if (calls.length > 0 && !path.startsWith('push/')) found[path] = calls;
  }
  assert.ok(requests > 20, `${requests} requests were found`);
  const allowed = Object.entries(exceptions).map(([path, { calls }]): [string, string[]] => [path, [...calls].sort()]);
  assert.deepEqual(found, Object.fromEntries(allowed));
});

const isAboutOne = (name: string) =>
  name in operations && operations[name as keyof typeof operations].path.replace('/api/v1/', '').includes('{');

/** Requests for one of several records without the option `subject`: while one is of unknown outcome, the button of another would send it again. */
const withoutAbout = (text: string): string[] =>
  [...text.matchAll(/useIdempotentRequest\(\[([^\]]*)\](?:, \{([\s\S]*?)\n? *\}\))?/g)]
    .filter(
      ([, names = '', options = '']) =>
        [...names.matchAll(/\w+/g)].some(([name]) => isAboutOne(name)) && !/\bsubject\b/.test(options),
    )
    .map(([, names = '']) => names);

test('a request about one of several records names the record', async () => {
  for await (const path of glob('**/*.{ts,tsx}', { cwd: web }))
    assert.deepEqual(withoutAbout(await readFile(`${web}${path}`, 'utf8')), [], path);
});

test('what the net must catch', () => {
  assert.deepEqual(withoutAbout("useIdempotentRequest(['voidTransaction'], {\n  onDone: close,\n});"), [
    "'voidTransaction'",
  ]);
  assert.deepEqual(withoutAbout("useIdempotentRequest(['voidTransaction']);"), ["'voidTransaction'"]);
  assert.deepEqual(withoutAbout("useIdempotentRequest(['voidTransaction'], { subject: sale.id });"), []);
  assert.deepEqual(withoutAbout("useIdempotentRequest(['createProduct']);"), []);
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
      `${type} must either refresh queries or be listed in withoutPages`,
    );
  for (const type of withoutPages) assert.ok(type in eventTypes, type);
});
