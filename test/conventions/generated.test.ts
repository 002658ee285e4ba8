import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { renderClient } from '../../client/generate.ts';
import { renderErrors, renderOpenApi, renderSchema, renderTables } from '../generated.ts';
import { renderEvents, renderPermissions } from '../reference-pages.ts';
import { createTestApp, testServer } from '../test-app.ts';

const app = await createTestApp();

const files: Record<string, () => string | Promise<string>> = {
  'server/src/platform/database/tables.ts': () => renderTables(app.admin),
  'server/schema.sql': () => renderSchema(app.admin),
  'docs/openapi.json': () => renderOpenApi(app.fastify),
  'client/src/api.generated.ts': () => renderClient(JSON.parse(renderOpenApi(app.fastify))),
  'docs/reference/errors.md': () => renderErrors(),
  'docs/reference/permissions.md': () => renderPermissions(renderOpenApi(app.fastify)),
  'docs/reference/events.md': () => renderEvents(renderOpenApi(app.fastify)),
};

/** Files that differ with Citus: policies have no subquery, and sessions no foreign key to users. */
const reasons: Record<string, string | false> = {
  'server/schema.sql': testServer().workers !== undefined && 'it has the policies and foreign keys of a single node',
};

for (const [path, render] of Object.entries(files)) {
  test(`${path} is up to date`, { skip: reasons[path] ?? false }, async () => {
    const stored = await readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
    // assert.equal would print the whole difference.
    assert.ok(stored === (await render()), `${path} is stale: npm run generate`);
  });
}

test('a change of the database makes the generated files stale', async () => {
  const client = await app.admin.connect();
  try {
    const before = { tables: await renderTables(client), schema: await renderSchema(client) };
    await client.query('begin');
    await client.query('alter table customers add column shoe_size integer');
    const tables = await renderTables(client);
    const schema = await renderSchema(client);
    await client.query('rollback');
    assert.notEqual(tables, before.tables);
    assert.notEqual(schema, before.schema);
  } finally {
    client.release();
  }
});

test('a change of the API makes the client’s types stale', () => {
  const description = JSON.parse(renderOpenApi(app.fastify));
  const before = renderClient(description);
  description.paths['/api/v1/products'].get.parameters.push({
    name: 'shoe_size',
    in: 'query',
    schema: { type: 'integer' },
  });
  assert.notEqual(renderClient(description), before);
});
