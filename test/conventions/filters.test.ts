import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestApp } from '../test-app.ts';

/** A list is filtered by every word that its records are written with. */
const app = await createTestApp();

interface JsonSchema {
  enum?: (string | null)[];
  properties?: Record<string, JsonSchema>;
}

interface Choice {
  route: string;
  tag: string;
  field: string;
  words: readonly string[];
}

/** Fields of a request that are one of a few words, in one spelling. */
function choicesIn(part: 'body' | 'querystring'): Choice[] {
  return app.routes.flatMap(({ method, url, schema }) => {
    const { properties = {} } = (schema?.[part] ?? {}) as JsonSchema;
    const [tag = ''] = (schema as { tags?: string[] } | undefined)?.tags ?? [];
    return Object.entries(properties).flatMap(([name, { enum: words }]) => {
      if (words === undefined) return [];
      const field = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      return [{ route: `${method} ${url}`, tag, field, words: words.filter((word) => word !== null) }];
    });
  });
}

test('every filter accepts every value of the matching input', () => {
  const inputs = choicesIn('body');
  const pairs = choicesIn('querystring').flatMap((filter) =>
    inputs.filter(({ tag, field }) => tag === filter.tag && field === filter.field).map((input) => ({ filter, input })),
  );
  assert.ok(pairs.length >= 6, `${pairs.length} filters and inputs`);
  const missing = pairs.flatMap(({ filter, input }) =>
    input.words
      .filter((word) => !filter.words.includes(word))
      .map((word) => `${filter.route} does not take “${word}” of ${input.route}`),
  );
  assert.deepEqual(missing, []);
});
