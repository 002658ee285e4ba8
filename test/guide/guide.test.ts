import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { createTestApp } from '../test-app.ts';
import { checkPage } from './check-page.ts';

/**
 * `REWRITE_GUIDE=1 npm test -- test/guide` writes the current responses into the page. Read the changes then.
 * It does not change statuses and headers: edit them by hand, after you know why they differ.
 */
const guide_url = new URL('../../docs/tutorial/guide.md', import.meta.url);
const guide = await readFile(guide_url, 'utf8');

test('every request of the guide has the documented response', async () => {
  const { problems, updated } = await checkPage(guide, await createTestApp({ env: { RATE_LIMIT_PER_MINUTE: '100' } }));
  if (process.env.REWRITE_GUIDE !== undefined) return writeFile(guide_url, updated);
  assert.deepEqual(problems, [], 'REWRITE_GUIDE=1 npm test -- test/guide');
});

const app = await createTestApp();

/** A page with one request and its response. */
const aPage = (answer: string) => `Before.

\`\`\`http
GET /api/v1/products?search=tea
\`\`\`

\`\`\`http
${answer}
\`\`\`

After.`;

const head = 'HTTP/1.1 401 Unauthorized';
const faults: [string, string, RegExp][] = [
  ['a different status', 'HTTP/1.1 200 OK\n\n{ … }', /the page says 200, the service 401/],
  ['a different header', `${head}\nContent-Type: text/html\n\n{ … }`, /content-type: the page says text\/html/],
  ['a header that is not sent', `${head}\nRetry-After: 5\n\n{ … }`, /retry-after: the page says 5/],
  ['a different value', `${head}\n\n{ "success": true, … }`, /answer\.success: the page says true, the service false/],
  ['a missing field', `${head}\n\n{ "shoe": 1, … }`, /answer\.shoe: is on the page only/],
  ['a field omitted without an ellipsis', `${head}\n\n{ "success": false }`, /answer\.error: is not on the page/],
  [
    'a missing row',
    `${head}\n\n{ "error": { "details": [{ … }], … }, … }`,
    /answer\.error\.details\[0\]: is on the page only/,
  ],
  [
    'a different partial text',
    `${head}\n\n{ "error": { "code": "NOT_…", … }, … }`,
    /answer\.error\.code: the page says "NOT_…"/,
  ],
  ['a list instead of a text', `${head}\n\n{ "error": { "code": [], … }, … }`, /answer\.error\.code/],
  ['no body', head, /answer: is not on the page/],
];

for (const [title, answer, problem] of faults) {
  test(`reports ${title}`, async () => {
    const { problems } = await checkPage(aPage(answer), app);
    assert.equal(problems.length, 1, problems.join('\n'));
    assert.match(String(problems[0]), problem);
    assert.match(String(problems[0]), /^line 3, GET \/api\/v1\/products\?search=tea: /);
  });
}

test('a placeholder has one value on a whole page', async () => {
  const answer = (fields: string) => aPage(`${head}\n\n{ "error": { ${fields}, … }, … }`);
  assert.deepEqual((await checkPage(answer('"code": "<code>"') + answer('"code": "<code>"'), app)).problems, []);
  const { problems } = await checkPage(answer('"code": "<code>", "message": "<code>"'), app);
  assert.match(problems.join(), /answer\.error\.message: the page says "<code>"/);
  await assert.rejects(
    checkPage(answer('"code": "…"').replace('=tea', '=<tea>'), app),
    /no earlier response has a value for <tea>/,
  );
});

test('updates a stale page, and keeps its omissions', async () => {
  const { updated } = await checkPage(aPage(`${head}\n\n{ "error": { "code": "OLD", "shoe": 1, … }, … }`), app);
  assert.equal(updated, aPage(`${head}\n\n{ "error": { "code": "UNAUTHENTICATED", … }, … }`));
  assert.deepEqual((await checkPage(updated, app)).problems, []);
});

test('reads a page as pairs of request and response', async () => {
  await assert.rejects(
    checkPage(`${aPage(head)}\n\`\`\`http\nGET /api/v1/products\n\`\`\``, app),
    /a request without a response/,
  );
  await assert.rejects(checkPage(aPage('GET /api/v1/products'), app), /is not a response/);
});
