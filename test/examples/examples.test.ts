import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { eventTypes } from '../../server/src/features/events/all-events.ts';
import { createDescriptionCheck, createEventCheck, type EmittedEvent } from '../described.ts';
import { createTestApp } from '../test-app.ts';
import { createRecorder } from './recorder.ts';
import { recordExamples, storyEnv } from './story.ts';

const app = await createTestApp({ env: storyEnv });
const examples = await recordExamples(app);
const file = new URL('../../server/src/platform/openapi/examples.json', import.meta.url);
// `npm run generate` sets it.
if (process.env.WRITE_EXAMPLES !== undefined) await writeFile(file, `${JSON.stringify(examples, null, 2)}\n`);

interface PublishedEvent {
  summary: string;
  requestBody: {
    content: { 'application/json': { schema: { properties: { type: { const: string } } }; example: unknown } };
  };
}

interface Operation {
  operationId: string;
}

const { paths } = app.fastify.swagger() as unknown as { paths: Record<string, Record<string, Operation>> };
const operations = Object.entries(paths)
  .filter(([path]) => path.startsWith('/api/v1'))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({ path, method, operationId })),
  );

test('the examples of the description are real responses', async () => {
  assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), examples, 'npm run generate');
});

test('every operation has an example', () => {
  const missing = operations.filter(({ operationId }) => examples.operations[operationId] === undefined);
  assert.deepEqual(
    missing.map(({ operationId }) => operationId),
    [],
  );
});

test('every example matches its schema, with random values replaced', () => {
  const check = createDescriptionCheck(app.fastify.swagger());
  const headers = { 'x-request-id': 'one' };
  for (const { path, method, operationId } of operations) {
    const example = examples.operations[operationId];
    if (example?.answer === undefined) continue;
    const body = JSON.stringify(example.answer);
    const url = path.replaceAll(/\{\w+\}/g, 'x');
    const found = check({
      method: method.toUpperCase(),
      url,
      status: example.status,
      type: 'application/json',
      body,
      headers,
    });
    assert.deepEqual(found, [], operationId);
  }
});

test('every type of event is described with a summary and an example', () => {
  const { webhooks } = app.fastify.swagger() as unknown as { webhooks: Record<string, { post: PublishedEvent }> };
  assert.deepEqual(Object.keys(webhooks), Object.keys(eventTypes));
  for (const [type, { post }] of Object.entries(webhooks)) {
    const { schema, example } = post.requestBody.content['application/json'];
    assert.deepEqual([post.summary, schema.properties.type.const], [eventTypes[type]?.summary, type]);
    assert.deepEqual(example, examples.events[type]);
  }
});

test('every type of event occurs and matches its schema', () => {
  assert.deepEqual(Object.keys(examples.events).sort(), Object.keys(eventTypes).sort());
  const check = createEventCheck(app.fastify.swagger());
  for (const event of Object.values(examples.events)) assert.deepEqual(check(event as EmittedEvent), []);
});

test('takes no example from an unexpected response', async () => {
  const recorder = createRecorder(app, '2026-03-03T08:00:00.000Z');
  await assert.rejects(recorder.show('listProducts'), /listProducts: 401/);
  await assert.rejects(recorder.refuse('NOT_FOUND', 'listProducts'));
  assert.deepEqual(recorder.examples, { operations: {}, failures: {}, events: {} });
});
