import assert from 'node:assert/strict';
import type { Caller } from '../caller.ts';

/** What the service answers, by address. */
export type Answers = Record<string, unknown>;

const range = 'start_date=2025-10-01&end_date=2026-09-30';
const addresses = [
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

/** Reads everything that the owner sees of the year. */
export async function readAnswers(owner: Caller): Promise<Answers> {
  const answers: Answers = {};
  const read = async (address: string) => {
    const { status, body, text } = await owner.get(address);
    assert.equal(status, 200, `${address}: ${text}`);
    answers[address] = body.data;
    return body.data;
  };
  for (const address of addresses) await read(address);
  for (const { id } of answers['/products?limit=100'] as { id: string }[]) await read(`/products/${id}`);
  for (const { id } of answers['/customers?limit=100'] as { id: string }[])
    for (const part of ['', '/loyalty', '/loyalty/history?limit=100']) await read(`/customers/${id}${part}`);
  for (const { id } of (answers['/transactions?limit=100&page=4'] as { id: string }[]).slice(0, 40))
    await read(`/transactions/${id}`);
  return answers;
}

/** Where an answer is no longer what it was. Fields may be added: the interface allows that at any time. */
export function differences(before: unknown, after: unknown, place = ''): string[] {
  if (Array.isArray(before)) {
    if (!Array.isArray(after) || after.length !== before.length)
      return [`${place}: ${JSON.stringify(after)} instead of a list of ${before.length}`];
    return before.flatMap((one, index) => differences(one, after[index], `${place}[${index}]`));
  }
  if (typeof before === 'object' && before !== null && typeof after === 'object' && after !== null)
    return Object.entries(before).flatMap(([name, value]) =>
      differences(value, (after as Record<string, unknown>)[name], `${place}.${name}`),
    );
  return Object.is(before, after) ? [] : [`${place}: ${JSON.stringify(after)} instead of ${JSON.stringify(before)}`];
}
