import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';

const file = new URL('../../docs/openapi.json', import.meta.url).pathname;

/** The violations of Redocly's recommended rules: rule, location and message of each. */
async function problemsOf(source: string): Promise<string[]> {
  const problems = await lintFromString({
    source,
    absoluteRef: file,
    config: await createConfig({ extends: ['recommended'] }),
  });
  return problems.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`);
}

test('openapi.json follows the recommended rules for OpenAPI', async () => {
  assert.deepEqual(await problemsOf(await readFile(file, 'utf8')), []);
});

test('notices a description that breaks a rule', async () => {
  const broken = JSON.parse(await readFile(file, 'utf8'));
  delete broken.servers;
  delete broken.webhooks['sale.completed'].post.operationId;
  broken.paths['/api/v1/sync'].get.parameters[0].example = {};
  const rules = (await problemsOf(JSON.stringify(broken))).map((problem) => problem.split(' ')[0]);
  assert.deepEqual([...new Set(rules)].sort(), [
    'no-empty-servers',
    'no-invalid-parameter-examples',
    'operation-operationId',
  ]);
});
