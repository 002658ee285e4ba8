import assert from 'node:assert/strict';
import type { Caller } from '../caller.ts';

/** Response data by path. */
export type Answers = Record<string, unknown>;

const range = 'start_date=2025-10-01&end_date=2026-09-30';
const paths = [
  '/auth/me',
  '/merchant',
  '/branches',
  '/warehouses',
  '/categories',
  '/staff',
  '/products?limit=100',
  '/inventory?view=levels&limit=100',
  '/inventory?view=records&limit=100',
  '/inventory/movements?limit=100',
  '/customers?limit=100',
  '/transactions?limit=100',
  '/transactions?limit=100&page=4',
  '/events?limit=100',
  '/reports/inventory',
  `/dashboard/summary?${range}`,
  ...['day', 'week', 'month'].map((by) => `/reports/sales?${range}&group_by=${by}`),
];

/** Reads everything that the owner can see of the recorded year. */
export async function readAnswers(owner: Caller): Promise<Answers> {
  const answers: Answers = {};
  const read = async (path: string) => {
    const { status, body, text } = await owner.get(path);
    assert.equal(status, 200, `${path}: ${text}`);
    answers[path] = body.data;
    return body.data;
  };
  for (const path of paths) await read(path);
  for (const { id } of answers['/products?limit=100'] as { id: string }[]) await read(`/products/${id}`);
  for (const { id } of answers['/customers?limit=100'] as { id: string }[])
    for (const part of ['', '/loyalty', '/loyalty/history?limit=100']) await read(`/customers/${id}${part}`);
  for (const { id } of (answers['/transactions?limit=100&page=4'] as { id: string }[]).slice(0, 40))
    await read(`/transactions/${id}`);
  return answers;
}

/** The differences between two responses. Added fields are not reported: the interface allows them at any time. */
export function differences(before: unknown, after: unknown, path = ''): string[] {
  if (Array.isArray(before)) {
    if (!Array.isArray(after) || after.length !== before.length)
      return [`${path}: ${JSON.stringify(after)} instead of a list of ${before.length}`];
    return before.flatMap((one, index) => differences(one, after[index], `${path}[${index}]`));
  }
  if (typeof before === 'object' && before !== null && typeof after === 'object' && after !== null)
    return Object.entries(before).flatMap(([name, value]) =>
      differences(value, (after as Record<string, unknown>)[name], `${path}.${name}`),
    );
  return Object.is(before, after) ? [] : [`${path}: ${JSON.stringify(after)} instead of ${JSON.stringify(before)}`];
}
