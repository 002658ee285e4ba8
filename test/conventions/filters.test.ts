import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestApp } from '../test-app.ts';

/** Filters accept every value that the same field of a request body accepts. */
const app = await createTestApp();

interface JsonSchema {
  enum?: (string | null)[];
  properties?: Record<string, JsonSchema>;
}

interface EnumField {
  route: string;
  tag: string;
  field: string;
  values: readonly string[];
}

/** The enum fields of requests, with their names in snake_case. */
function enumFieldsIn(part: 'body' | 'querystring'): EnumField[] {
  return app.routes.flatMap(({ method, url, schema }) => {
    const { properties = {} } = (schema?.[part] ?? {}) as JsonSchema;
    const [tag = ''] = (schema as { tags?: string[] } | undefined)?.tags ?? [];
    return Object.entries(properties).flatMap(([name, { enum: values }]) => {
      if (values === undefined) return [];
      const field = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      return [{ route: `${method} ${url}`, tag, field, values: values.filter((value) => value !== null) }];
    });
  });
}

test('every filter accepts every value of the matching input', () => {
  const inputs = enumFieldsIn('body');
  const pairs = enumFieldsIn('querystring').flatMap((filter) =>
    inputs.filter(({ tag, field }) => tag === filter.tag && field === filter.field).map((input) => ({ filter, input })),
  );
  assert.ok(pairs.length >= 6, `${pairs.length} filters and inputs`);
  const missing = pairs.flatMap(({ filter, input }) =>
    input.values
      .filter((value) => !filter.values.includes(value))
      .map((value) => `${filter.route} does not accept “${value}” of ${input.route}`),
  );
  assert.deepEqual(missing, []);
});
