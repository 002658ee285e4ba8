import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Reply } from '../caller.ts';
import { beginClaims, assert as counting } from '../interface/claims.ts';
import { linesOf, sections } from '../interface/contract.ts';
import { gapsIn, readAllClaims, readClaims, renderCoverage } from '../interface/coverage.ts';
import { compareDescription } from '../interface/description.ts';

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
const { claims, faults } = await readAllClaims();
const description = JSON.parse(await read('docs/openapi.json'));

/** Fields that may be null: a product without category or minimum, a parked sale without payment method. */
const nullable = /[.\s](category|minStock|payment_method|email|phone|address)$/;

test('every line of the interface has a test, and every claim names a line', () => {
  assert.ok(sections.flatMap(linesOf).length > 400, 'the whole interface was read');
  assert.deepEqual([...faults, ...gapsIn(claims)], []);
});

test('the coverage table is up to date', async () => {
  assert.ok(
    (await read('docs/reference/interface-coverage.md')) === renderCoverage(claims),
    'docs/reference/interface-coverage.md is stale: npm run generate',
  );
});

test('the description of the service matches the interface', () => {
  const found = compareDescription(description);
  assert.deepEqual(found.gaps, []);
  assert.deepEqual(
    found.nullable.filter((field) => !nullable.test(field)),
    [],
  );
});

test('notices a line without a test and a claim without a line', () => {
  const [first] = claims;
  assert.ok(first);
  assert.deepEqual(gapsIn(claims.filter(({ line }) => line !== 'GET /products ? limit')), [
    'no test proves: GET /products ? limit',
  ]);
  assert.equal(gapsIn([...claims, { ...first, line: 'GET /products ? shoe_size' }]).length, 1);
  const lines = sections.flatMap(linesOf);
  assert.equal(gapsIn(claims, [...lines, ...lines.slice(0, 1)]).length, 1);
});

test('reads claims from literals in tests only', () => {
  const source = `proves('a', check);
test('one', async () => {
  // proves('b', check);
  await proves(['it\\'s', "d"], check);
  await proves(line, check);
  other.proves('e', check);
});
test(\`two\`, () => answers('DELETE /products/{id}', reply));`;
  const found = readClaims('x.test.ts', source.replace('"d"', "'d'"));
  assert.deepEqual(
    found.claims.map(({ line, test: name }) => `${name}: ${line}`),
    ["one: it's", 'one: d', ...['', ' -> success', ' -> message'].map((end) => `one: DELETE /products/{id}${end}`)],
  );
  assert.equal(found.faults.length, 3);
});

test('reports a stale table after a test is renamed or loses its claim', () => {
  const rendered = renderCoverage(claims);
  assert.notEqual(renderCoverage(claims.slice(1)), rendered);
  assert.notEqual(
    renderCoverage(claims.map((claim, index) => (index === 0 ? { ...claim, test: 'another name' } : claim))),
    rendered,
  );
});

test('ignores a claim that is not reached or has no assertion', async () => {
  const source = `test('x', () => { proves('GET /products ? limit', a); proves('GET /products ? page', b); });`;
  const { proves, unreached } = beginClaims('x.test.ts', source);
  await proves('GET /products ? limit', () => counting.ok(true, 'holds'));
  assert.deepEqual(unreached(), ['GET /products ? page']);
  await assert.rejects(
    proves('GET /products ? page', () => undefined),
    /nothing is asserted/,
  );
  await assert.rejects(proves('GET /products ? page', () => counting.equal(1, 2)));
  assert.deepEqual(unreached(), ['GET /products ? page']);
  await assert.rejects(
    proves('GET /shoes', () => counting.ok(true, 'holds')),
    /no line/,
  );
});

test('notices a missing or wrongly typed response field, and a request field never sent', () => {
  const { answers, takes } = beginClaims('x.test.ts', '');
  const reply = (body: object, status = 200): Reply => ({ status, body, text: '', headers: {} });
  const data = { customer_id: 'c', points: 1, tier: 'gold', lifetime_value: 1.5 };
  const check = (answer: Reply) => answers('GET /customers/{id}/loyalty', answer);
  check(reply({ success: true, data }));
  for (const wrong of [{ points: 1.5 }, { tier: null }, { tier: undefined }, { lifetime_value: '1' }])
    assert.throws(() => check(reply({ success: true, data: { ...data, ...wrong } })));
  assert.throws(() => check(reply({ data })));
  assert.throws(() => check(reply({ success: true, data }, 201)));
  assert.throws(() => answers('GET /inventory', reply({ success: true, data: [] })), /empty/);
  const customer = { name: 'n', email: 'e', phone: 'p', address: 'a' };
  takes('POST /customers', customer, customer);
  assert.throws(() => takes('POST /customers', customer, { ...customer, address: null }));
  assert.throws(() => takes('POST /customers', { ...customer, address: undefined }, customer));
});

test('notices a missing or wrongly typed element of the description', () => {
  const gapsAfter = (
    change: (paths: Record<string, Record<string, { parameters: { name?: string; schema?: object }[] }>>) => void,
  ) => {
    const copy = structuredClone(description);
    change(copy.paths);
    return compareDescription(copy).gaps;
  };
  const listing = '/api/v1/products';
  assert.deepEqual(gapsAfter((paths) => delete paths[listing]?.delete).length, 0, 'an operation outside the interface');
  assert.deepEqual(
    gapsAfter((paths) => delete paths['/api/v1/auth/me']),
    ['GET /auth/me is not described'],
  );
  assert.deepEqual(
    gapsAfter((paths) => {
      const limit = paths[listing]?.get?.parameters.find(({ name }) => name === 'limit');
      Object.assign(limit ?? {}, { schema: { type: 'string' } });
    }),
    ['GET /products ? limit is not described as integer'],
  );
});
