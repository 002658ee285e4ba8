import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { createTestApp } from '../test-app.ts';
import { playPage } from './play.ts';

/**
 * `REWRITE_GUIDE=1 npm test -- test/guide` prints today's answers into the page; then read what changed. Statuses and headers are left for
 * somebody to change who knows why.
 */
const place = new URL('../../docs/tutorial/guide.md', import.meta.url);
const guide = await readFile(place, 'utf8');

test('every request of the guide has the documented response', async () => {
  const { complaints, renewed } = await playPage(guide, await createTestApp({ env: { RATE_LIMIT_PER_MINUTE: '100' } }));
  if (process.env.REWRITE_GUIDE !== undefined) return writeFile(place, renewed);
  assert.deepEqual(complaints, [], 'REWRITE_GUIDE=1 npm test -- test/guide');
});

const app = await createTestApp();

/** A page of one request, with the answer that is printed below it. */
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
  ['another status', 'HTTP/1.1 200 OK\n\n{ … }', /the page says 200, the service 401/],
  ['another header', `${head}\nContent-Type: text/html\n\n{ … }`, /content-type: the page says text\/html/],
  ['a header that is not sent', `${head}\nRetry-After: 5\n\n{ … }`, /retry-after: the page says 5/],
  ['another value', `${head}\n\n{ "success": true, … }`, /answer\.success: the page says true, the service false/],
  ['a field that is not there', `${head}\n\n{ "shoe": 1, … }`, /answer\.shoe: is on the page only/],
  ['a field left out in silence', `${head}\n\n{ "success": false }`, /answer\.error: is not on the page/],
  [
    'a row that is not there',
    `${head}\n\n{ "error": { "details": [{ … }], … }, … }`,
    /answer\.error\.details\[0\]: is on the page only/,
  ],
  [
    'a part of a text',
    `${head}\n\n{ "error": { "code": "NOT_…", … }, … }`,
    /answer\.error\.code: the page says "NOT_…"/,
  ],
  ['a list for a text', `${head}\n\n{ "error": { "code": [], … }, … }`, /answer\.error\.code/],
  ['no answer at all', head, /answer: is not on the page/],
];

for (const [title, answer, complaint] of faults) {
  test(`the checker finds ${title}`, async () => {
    const { complaints } = await playPage(aPage(answer), app);
    assert.equal(complaints.length, 1, complaints.join('\n'));
    assert.match(String(complaints[0]), complaint);
    assert.match(String(complaints[0]), /^line 3, GET \/api\/v1\/products\?search=tea: /);
  });
}

test('a name has one value on a whole page', async () => {
  const answer = (fields: string) => aPage(`${head}\n\n{ "error": { ${fields}, … }, … }`);
  assert.deepEqual((await playPage(answer('"code": "<code>"') + answer('"code": "<code>"'), app)).complaints, []);
  const { complaints } = await playPage(answer('"code": "<code>", "message": "<code>"'), app);
  assert.match(complaints.join(), /answer\.error\.message: the page says "<code>"/);
  await assert.rejects(
    playPage(answer('"code": "…"').replace('=tea', '=<tea>'), app),
    /<tea> was given by no answer before/,
  );
});

test('updates a stale page, and keeps its omissions', async () => {
  const { renewed } = await playPage(aPage(`${head}\n\n{ "error": { "code": "OLD", "shoe": 1, … }, … }`), app);
  assert.equal(renewed, aPage(`${head}\n\n{ "error": { "code": "UNAUTHENTICATED", … }, … }`));
  assert.deepEqual((await playPage(renewed, app)).complaints, []);
});

test('reads a page as pairs of request and response', async () => {
  await assert.rejects(
    playPage(`${aPage(head)}\n\`\`\`http\nGET /api/v1/products\n\`\`\``, app),
    /a request without an answer/,
  );
  await assert.rejects(playPage(aPage('GET /api/v1/products'), app), /is no answer/);
});
