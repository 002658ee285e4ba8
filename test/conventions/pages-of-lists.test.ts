import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { test } from 'node:test';

const web = new URL('../../web/src/', import.meta.url).pathname;

interface Operation {
  operationId: string;
  parameters?: { name: string }[];
}

const { paths } = JSON.parse(await readFile(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
};

/** The lists that answer with twenty rows if the request does not say how many. */
const pagedLists = new Set(
  Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .filter(({ parameters = [] }) => parameters.some(({ name }) => name === 'cursor'))
    .map(({ operationId }) => operationId),
);

/** The calls of paged lists without a query, so with the service's own number of rows. */
const callsWithoutLimit = (text: string): string[] =>
  [...text.matchAll(/\bapi\.(list\w+)\(([^()]*)/g)].flatMap(([, name = '', call = '']) =>
    pagedLists.has(name) && !call.includes('query') ? [name] : [],
  );

test('the pages say how many rows of a list they show, so that a choice does not end at the twentieth', async () => {
  const found: string[] = [];
  for await (const path of glob('**/*.{ts,tsx}', { cwd: web }))
    for (const name of callsWithoutLimit(await readFile(web + path, 'utf8'))) found.push(`${path}: ${name}`);
  assert.deepEqual(found, []);
});

test('a call of a paged list without a limit is noticed, and one of a whole list is not', () => {
  assert.deepEqual(callsWithoutLimit('(await api.listCategories({ signal })).data'), ['listCategories']);
  assert.deepEqual(callsWithoutLimit('await api.listCategories({ signal, query: { limit: 100 } })'), []);
  assert.deepEqual(callsWithoutLimit('await api.listEvents({ signal })'), []);
});
