import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { QueryObserver } from '@tanstack/react-query';
import { browser, clearBrowser, openFakeBrowser, reply, service, untilTrue } from '../../../test/pages/fake-browser.ts';

after(openFakeBrowser());
const { queries } = await import('../session/queries.ts');
const { clearSession, isSignedIn, startPinTill } = await import('../session/session-state.ts');
const { poll } = await import('./use-polling.ts');

/** Shows data of this kind whose reads the test ends. */
function showSlowly(kind: string) {
  queries.clear();
  const reads: PromiseWithResolvers<string>[] = [];
  const read = () => {
    const end = Promise.withResolvers<string>();
    reads.push(end);
    return end.promise;
  };
  const observer = new QueryObserver(queries, { queryKey: [kind, 'list'], queryFn: read });
  const close = observer.subscribe(() => undefined);
  return { reads, shown: () => observer.getCurrentResult().data, close };
}

test('a poll waits for a slow read instead of starting it again', async () => {
  const { reads, shown, close } = showSlowly('jobs');
  reads[0]?.resolve('first');
  await untilTrue(() => shown() === 'first');
  const polls = [poll('jobs'), poll('jobs'), poll('webhooks')];
  assert.equal(reads.length, 2);
  reads[1]?.resolve('second');
  await Promise.all(polls);
  assert.equal(shown(), 'second');
  close();
});

test('a page that is in the background, or waits for a PIN, is not polled', async () => {
  const isPolled = async () => {
    queries.setQueryData(['jobs', 'list'], 'old');
    await poll('jobs');
    return queries.getQueryState(['jobs', 'list'])?.isInvalidated;
  };
  // Another test of this process may have left its user signed in.
  clearSession();
  queries.clear();
  assert.equal(await isPolled(), true);
  Object.assign(document, { hidden: true });
  assert.equal(await isPolled(), false);
  Object.assign(document, { hidden: false });
  clearBrowser();
  service.answers.set('/auth/browser/refresh', reply({ access_token: 'cookie', expires_in: 900 }));
  browser.stored.set('tillhouse.signed-in', 'yes');
  startPinTill({ merchant_id: 'shop', device_id: 'front' });
  await isSignedIn();
  assert.equal(await isPolled(), false);
  clearSession();
});
