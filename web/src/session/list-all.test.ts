import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { clearBrowser, openFakeBrowser, service } from '../../../test/pages/fake-browser.ts';

after(openFakeBrowser());
const { listAll } = await import('./list-all.ts');

test('a choice has all rows of a list, not only those of its first page', async () => {
  clearBrowser();
  const page = (ids: string[], next_cursor: string | null) => () =>
    Response.json({ success: true, data: ids.map((id) => ({ id })), meta: { next_cursor } });
  service.answers.set('/branches?limit=100', page(['north', 'south'], 'after-south'));
  service.answers.set('/branches?limit=100&cursor=after-south', page(['west'], null));
  const found = await listAll('listBranches', new AbortController().signal);
  assert.deepEqual(
    found.map(({ id }) => id),
    ['north', 'south', 'west'],
  );
});
