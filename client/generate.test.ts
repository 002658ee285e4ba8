import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { renderClient, typeOf } from './generate.ts';

const cases: [string, Parameters<typeof typeOf>[0], string][] = [
  ['a reference', { $ref: '#/components/schemas/shop-hours' }, 'ShopHours'],
  ['several types', { type: ['string', 'null'] }, 'string | null'],
  ['an enum', { type: 'string', enum: ['cash', 'card'] }, '"cash" | "card"'],
  ['one value', { type: 'boolean', const: false }, 'false'],
  ['a union', { anyOf: [{ type: 'integer' }, { type: 'number' }, { type: 'null' }] }, 'number | null'],
  ['an intersection', { allOf: [{ $ref: '#/a' }, { type: ['string', 'null'] }] }, '(A) & (string | null)'],
  ['a list of a union', { type: 'array', items: { type: ['string', 'null'] } }, 'Array<string | null>'],
  ['a list without an item type', { type: 'array' }, 'Array<unknown>'],
  ['a map', { type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
  [
    'an object without a type keyword',
    { properties: { 'shoe-size': { type: 'integer' } }, required: ['shoe-size'] },
    '{\n  "shoe-size": number;\n}',
  ],
  ['an unknown keyword', { not: {}, 'x-sentence': 'must be a shoe' } as object, 'unknown'],
  ['an unknown type', { type: 'shoe' }, 'unknown'],
];

for (const [title, schema, type] of cases)
  test(`${title} becomes a type`, () => assert.equal(typeOf(schema, 'answered'), type));

test('a field with a default is optional in requests and required in responses', () => {
  const schema = { type: 'object', properties: { limit: { type: 'integer', default: 20 } }, required: ['limit'] };
  assert.equal(typeOf(schema, 'sent'), '{\n  limit?: number | undefined;\n}');
  assert.equal(typeOf(schema, 'answered'), '{\n  limit: number;\n}');
});

test('generates types, signature and path of an operation', () => {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Shoe' } } };
  const rendered = renderClient({
    components: { schemas: { Shoe: { type: 'string' } } },
    paths: {
      '/shoes/{id}': {
        put: {
          operationId: 'mendShoe',
          summary: 'Mend a shoe */ well',
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'by_hand', in: 'query', required: true, schema: { type: 'boolean' } },
            { name: 'byHand', in: 'query', schema: { type: 'boolean' } },
            { name: 'shoe_size', in: 'query', schema: { type: 'integer', 'x-required-in-either-spelling': true } },
            { name: 'shoeSize', in: 'query', schema: { type: 'integer' } },
          ],
          requestBody: { content },
          responses: { 200: { content }, 204: {}, 404: { content } },
        },
      },
    },
  });
  for (const line of [
    'export type Shoe = string;',
    'export type MendShoeQuery = {\n  by_hand: boolean;\n  shoe_size: number;\n};',
    'export type MendShoeAnswer = Shoe | undefined;',
    '  /** Mend a shoe * / well */',
    '  mendShoe: { call: { path: { id: string }; query: MendShoeQuery; body?: MendShoeBody | undefined }; answer: MendShoeAnswer };',
    `  mendShoe: { method: 'PUT', path: '/shoes/{id}', open: true },`,
  ])
    assert.ok(rendered.includes(`${line}\n`), line);
});

test('a response that is a file is a Blob, and its operation is marked', () => {
  const content = { 'text/csv': { schema: { type: 'string', format: 'binary' } } };
  const rendered = renderClient({
    paths: { '/shoes': { get: { operationId: 'exportShoes', responses: { 200: { content } } } } },
  });
  assert.ok(rendered.includes('export type ExportShoesAnswer = Blob;\n'));
  assert.ok(rendered.includes("  exportShoes: { method: 'GET', path: '/shoes', open: true, file: true },\n"));
});

test('the client imports only its own files', async () => {
  const root = new URL('src/', import.meta.url);
  for await (const path of glob('*.ts', { cwd: root.pathname })) {
    if (path.endsWith('.test.ts')) continue;
    const text = await readFile(new URL(path, root), 'utf8');
    const imported = [...text.matchAll(/\bfrom '([^']+)'/g)].map(([, from = '']) => from);
    assert.deepEqual(
      imported.filter((from) => !from.startsWith('./')),
      [],
      path,
    );
    assert.doesNotMatch(text, /\b(process|Buffer|require)\b[.(]/, path);
  }
});
